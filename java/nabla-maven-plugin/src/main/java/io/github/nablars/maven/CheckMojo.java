package io.github.nablars.maven;

import io.github.nablars.build.NablaException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Says which of the selected methods cannot be differentiated, and writes nothing. */
@Mojo(
        name = "check",
        defaultPhase = LifecyclePhase.VERIFY,
        requiresDependencyResolution = ResolutionScope.COMPILE,
        threadSafe = true)
public final class CheckMojo extends AbstractNablaMojo {
    @Override
    void run(MavenLog log) throws NablaException, InterruptedException {
        classes(false).check(settings(false, true), log);
    }
}
