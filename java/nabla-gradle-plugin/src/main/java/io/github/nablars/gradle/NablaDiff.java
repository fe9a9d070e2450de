package io.github.nablars.gradle;

import io.github.nablars.build.Complete;
import io.github.nablars.build.Diagnostic;
import io.github.nablars.build.Executable;
import io.github.nablars.build.Log;
import io.github.nablars.build.NablaException;
import io.github.nablars.build.Settings;
import io.github.nablars.build.Sources;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.FileCollection;
import org.gradle.api.logging.Logger;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;

/**
 * Makes a complete directory of a source set's classes, with derivatives. The compilers' own output stays as it is, so that they stay
 * incremental.
 */
@CacheableTask
public abstract class NablaDiff extends DefaultTask {
    /** For Gradle, which makes the instance. */
    public NablaDiff() {
    }

    /**
     * The compilers' output directories.
     *
     * @return the directories
     */
    @Classpath
    public abstract ConfigurableFileCollection getClasses();

    /**
     * Where callees are found. Their code matters, not only what code compiles against.
     *
     * @return the class path
     */
    @Classpath
    public abstract ConfigurableFileCollection getClassPath();

    /**
     * The command: one file.
     *
     * @return the file
     */
    @InputFiles
    @PathSensitive(PathSensitivity.NONE)
    public abstract ConfigurableFileCollection getExecutable();

    /**
     * The release of Java whose own classes are meant.
     *
     * @return the release
     */
    @Input
    public abstract Property<String> getJavaVersion();

    /**
     * The JDK whose own classes are meant.
     *
     * @return its home
     */
    @Internal
    public abstract Property<String> getJavaHome();

    /**
     * Where sources are found, for messages.
     *
     * @return the source directories
     */
    @Internal
    public abstract ConfigurableFileCollection getSourceRoots();

    /**
     * Patterns of methods.
     *
     * @return the patterns
     */
    @Input
    public abstract ListProperty<String> getMethods();

    /**
     * The independents.
     *
     * @return the independents
     */
    @Input
    public abstract ListProperty<String> getWrt();

    /**
     * The forms.
     *
     * @return the forms
     */
    @Input
    public abstract ListProperty<String> getForms();

    /**
     * The names of generated methods.
     *
     * @return the templates
     */
    @Input
    public abstract MapProperty<String, String> getNames();

    /**
     * Whether a refused method fails the build.
     *
     * @return whether it does
     */
    @Input
    public abstract Property<Boolean> getFailOnError();

    /**
     * Whether a warning counts as an error.
     *
     * @return whether it does
     */
    @Input
    public abstract Property<Boolean> getFailOnWarning();

    /**
     * Whether called classes of the class path are copied.
     *
     * @return whether they are
     */
    @Input
    public abstract Property<Boolean> getCopyCalled();

    /**
     * Where all classes go.
     *
     * @return the directory
     */
    @OutputDirectory
    public abstract DirectoryProperty getDestinationDirectory();

    /** Makes the directory. */
    @TaskAction
    public void differentiate() {
        Path work = getTemporaryDir().toPath();
        Settings settings = new Settings(
                () -> command(work),
                getMethods().get(),
                getWrt().get(),
                getForms().get(),
                getNames().get(),
                paths(getClassPath()),
                paths(getSourceRoots()),
                Path.of(getJavaHome().get()),
                getFailOnError().get(),
                getFailOnWarning().get(),
                getCopyCalled().get());
        Path output = getDestinationDirectory().get().getAsFile().toPath();
        try {
            new Complete(paths(getClasses()), output, work).differentiate(settings, new TaskLog(getLogger(), settings));
        } catch (NablaException e) {
            throw new GradleException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GradleException("interrupted", e);
        }
    }

    private Path command(Path work) throws NablaException {
        return Executable.find(null, () -> getExecutable().getSingleFile().toPath(), "nabla-cli", work);
    }

    private static List<Path> paths(FileCollection files) {
        return files.getFiles().stream().map(File::toPath).toList();
    }

    /** Tells in Gradle's log what the step has to say, places as javac prints them. */
    private record TaskLog(Logger logger, Settings settings) implements Log {
        @Override
        public void diagnostic(Diagnostic diagnostic) {
            String text = diagnostic.asJavac(new Sources(settings.sourceRoots()));
            String help = diagnostic.help().isEmpty() ? "" : "\n  " + diagnostic.help();
            switch (diagnostic.severity()) {
                case ERROR -> logger.error(text + help);
                case WARNING -> logger.warn(text + help);
                default -> logger.info(text);
            }
        }

        @Override
        public void warning(String text) {
            logger.warn(text);
        }

        @Override
        public void info(String text) {
            logger.info(text);
        }
    }
}
