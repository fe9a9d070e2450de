package io.github.nablars.maven;

import io.github.nablars.build.NablaException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Adds derivative methods to the compiled tests of the module. */
@Mojo(
        name = "diff-test",
        defaultPhase = LifecyclePhase.PROCESS_TEST_CLASSES,
        requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
public final class DiffTestMojo extends AbstractNablaMojo {
    /** Does nothing where tests are not compiled. */
    @Parameter(property = "maven.test.skip", defaultValue = "false")
    private boolean skipTests;

    /**
     * Whether classes of the module and of libraries that differentiated tests call, and that would have to change, are copied,
     * changed, beside the tests, which come first on the class path. If not, they are an error.
     */
    @Parameter(property = "nabla.test.copyCalled", defaultValue = "true")
    private boolean copyCalled;

    @Override
    void run(MavenLog log) throws NablaException, InterruptedException {
        if (skipTests) {
            return;
        }
        only(true);
        classes(true).differentiate(settings(true, copyCalled), log);
    }
}
