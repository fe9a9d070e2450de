package io.github.nablars.maven;

import io.github.nablars.build.Executable;
import io.github.nablars.build.InPlace;
import io.github.nablars.build.NablaException;
import io.github.nablars.build.Platform;
import io.github.nablars.build.Settings;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.inject.Inject;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;

/** What the goals have in common: the configuration, the command, and how failures are told. */
abstract class AbstractNablaMojo extends AbstractMojo {
    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Parameter(defaultValue = "${plugin}", readonly = true, required = true)
    private PluginDescriptor plugin;

    @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
    private MojoExecution execution;

    @Inject
    private RepositorySystem repositories;

    /** Does nothing. */
    @Parameter(property = "nabla.skip", defaultValue = "false")
    private boolean skip;

    /** Whether a method that cannot be differentiated fails the build. If not, the others get their derivatives. */
    @Parameter(property = "nabla.failOnError", defaultValue = "true")
    private boolean failOnError;

    /** Whether a warning counts as an error. */
    @Parameter(property = "nabla.failOnWarning", defaultValue = "false")
    private boolean failOnWarning;

    /**
     * The methods to differentiate: {@code NAME} or {@code CLASS.NAME}, either with a descriptor {@code NAME(DD)D}; {@code *} matches
     * any run of characters. Without any, the methods annotated {@code @Differentiable} are meant.
     */
    @Parameter(property = "nabla.methods")
    private List<String> methods = new ArrayList<>();

    /** The independents, for all methods: names of parameters, or their zero-based indices. */
    @Parameter(property = "nabla.wrt")
    private List<String> wrt = new ArrayList<>();

    /** The forms to generate, for all methods: {@code partial}, {@code jvp}, {@code grad}, {@code jac}, {@code hess}. */
    @Parameter(property = "nabla.forms")
    private List<String> forms = new ArrayList<>();

    /** The names of generated methods by form, with {@code %f} for the method and {@code %p} for the parameter. */
    @Parameter
    private Map<String, String> names = new LinkedHashMap<>();

    /** The {@code nabla-rs} command; without it, the artefact {@code nabla-cli} of this plugin's version and this platform is used. */
    @Parameter(property = "nabla.executable")
    private File executable;

    /**
     * Lets one execution of a build change these classes: a second one would take back what the first has done.
     *
     * @throws NablaException when another one has changed them
     */
    @SuppressWarnings("unchecked")
    final void only(boolean test) throws NablaException {
        String key = "changes " + directory(test);
        Object other = getPluginContext().putIfAbsent(key, execution.getExecutionId());
        if (other != null && !other.equals(execution.getExecutionId())) {
            throw new NablaException(NablaException.Kind.USAGE, "the executions '" + other + "' and '" + execution.getExecutionId()
                    + "' would both change the classes of this module, and each take back what the other does: have one execution, and "
                    + "say what differs with @Differentiable(wrt = ..., forms = ...) at the methods");
        }
    }

    /** The classes that the goal works on, and what is remembered of them. */
    final InPlace classes(boolean test) {
        return new InPlace(directory(test), work().resolve(test ? "test" : "main"));
    }

    /** What is asked of the classes of the module, or of its tests. */
    final Settings settings(boolean test, boolean copyCalled) {
        List<Path> classPath = new ArrayList<>();
        if (test) {
            classPath.add(directory(false));
        }
        project.getArtifacts().stream()
                .filter(artifact -> artifact.getFile() != null && artifact.getArtifactHandler().isAddedToClasspath())
                .filter(artifact -> test || !"test".equals(artifact.getScope()))
                .map(artifact -> artifact.getFile().toPath())
                .forEach(classPath::add);
        List<String> roots = test ? project.getTestCompileSourceRoots() : project.getCompileSourceRoots();
        List<Path> sources = new ArrayList<>(roots.stream().map(Path::of).toList());
        if (test) {
            project.getCompileSourceRoots().stream().map(Path::of).forEach(sources::add);
        }
        Path configured = executable == null ? null : executable.toPath();
        Settings.Tool tool = () -> Executable.find(configured, this::artefact, coordinates().toString(), work());
        Path java = Path.of(System.getProperty("java.home"));
        return new Settings(
                tool, methods, wrt, forms, names, classPath, sources, java, failOnError, failOnWarning, copyCalled);
    }

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("nabla.skip is set: nothing is differentiated");
            return;
        }
        try {
            run(new MavenLog(getLog()));
        } catch (NablaException e) {
            if (e.isUsersMistake()) {
                throw new MojoFailureException(e.getMessage(), e);
            }
            throw new MojoExecutionException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("interrupted", e);
        }
    }

    /** The work of the goal. */
    abstract void run(MavenLog log) throws NablaException, InterruptedException;

    private Path directory(boolean test) {
        return Path.of(test ? project.getBuild().getTestOutputDirectory() : project.getBuild().getOutputDirectory());
    }

    private Path work() {
        return Path.of(project.getBuild().getDirectory()).resolve("nabla");
    }

    private Artifact coordinates() {
        return new DefaultArtifact(plugin.getGroupId(), "nabla-cli", Platform.classifier(), "exe", plugin.getVersion());
    }

    private Path artefact() throws Exception {
        ArtifactRequest request = new ArtifactRequest(coordinates(), project.getRemotePluginRepositories(), null);
        return repositories.resolveArtifact(session.getRepositorySession(), request).getArtifact().getFile().toPath();
    }
}
