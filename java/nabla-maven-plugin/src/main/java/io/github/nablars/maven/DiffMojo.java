package io.github.nablars.maven;

import io.github.nablars.build.NablaException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Adds derivative methods to the compiled classes of the module. */
@Mojo(
        name = "diff",
        defaultPhase = LifecyclePhase.PROCESS_CLASSES,
        requiresDependencyResolution = ResolutionScope.COMPILE,
        threadSafe = true)
public final class DiffMojo extends AbstractNablaMojo {
    /**
     * Whether classes of other modules and of libraries that differentiated methods call, and that would have to change, are copied,
     * changed, into the output of this module. If not, they are an error.
     */
    @Parameter(property = "nabla.copyCalled", defaultValue = "false")
    private boolean copyCalled;

    @Override
    void run(MavenLog log) throws NablaException, InterruptedException {
        only(false);
        classes(false).differentiate(settings(false, copyCalled), log);
    }
}
