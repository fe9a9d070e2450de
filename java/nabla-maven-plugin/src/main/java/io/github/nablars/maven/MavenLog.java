package io.github.nablars.maven;

import io.github.nablars.build.Diagnostic;
import org.apache.maven.plugin.logging.Log;

/** Tells in Maven's log what a build step has to say. */
final class MavenLog implements io.github.nablars.build.Log {
    private final Log log;

    MavenLog(Log log) {
        this.log = log;
    }

    @Override
    public void diagnostic(Diagnostic diagnostic) {
        String help = diagnostic.help().isEmpty() ? null : "  " + diagnostic.help();
        switch (diagnostic.severity()) {
            case ERROR:
                log.error(diagnostic.asMaven());
                if (help != null) {
                    log.error(help);
                }
                break;
            case WARNING:
                log.warn(diagnostic.asMaven());
                if (help != null) {
                    log.warn(help);
                }
                break;
            default:
                log.debug(diagnostic.asMaven());
        }
    }

    @Override
    public void warning(String text) {
        log.warn(text);
    }

    @Override
    public void info(String text) {
        log.info(text);
    }
}
