package io.github.nablars.gradle;

import io.github.nablars.build.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.Directory;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.SourceSetContainer;
import org.gradle.api.tasks.TaskProvider;

/**
 * The plugin {@code io.github.nablars}: every source set gets a task, {@code nablaDiff} for {@code main}, whose directory takes the
 * place of the compilers' output. Jars, tests and dependent projects thereby see classes with derivatives, each once.
 */
public final class NablaPlugin implements Plugin<Project> {
    /** The configuration that the command comes from. */
    public static final String CONFIGURATION = "nablaCli";

    /** For Gradle, which makes the instance. */
    public NablaPlugin() {
    }

    @Override
    public void apply(Project project) {
        NablaExtension extension = project.getExtensions().create("nabla", NablaExtension.class);
        extension.getFailOnError().convention(true);
        extension.getFailOnWarning().convention(false);
        extension.getCopyCalled().convention(false);
        Configuration command = project.getConfigurations().create(CONFIGURATION, configuration -> {
            configuration.setDescription("The nabla-rs command.");
            configuration.setVisible(false);
            configuration.setCanBeConsumed(false);
            configuration.setTransitive(false);
            configuration.defaultDependencies(
                    dependencies -> dependencies.add(project.getDependencies().create(coordinates())));
        });
        project.getPluginManager().withPlugin("java-base", applied -> {
            SourceSetContainer sourceSets = project.getExtensions().getByType(SourceSetContainer.class);
            Map<SourceSet, Replacement> replacements = new HashMap<>();
            sourceSets.all(sourceSet -> replacements.put(sourceSet, differentiate(project, extension, command, sourceSet)));
            // The plugin of another language adds a directory of its own to each source set.
            project.getPlugins().all(plugin -> sourceSets.all(sourceSet -> replacements.get(sourceSet).take()));
        });
    }

    private static Replacement differentiate(
            Project project, NablaExtension extension, Configuration command, SourceSet sourceSet) {
        TaskProvider<NablaDiff> task = project.getTasks().register(sourceSet.getTaskName("nabla", "diff"), NablaDiff.class, diff -> {
            diff.setGroup("build");
            diff.setDescription("Adds derivative methods to the " + sourceSet.getName() + " classes.");
            diff.getClassPath().from(sourceSet.getCompileClasspath());
            diff.getExecutable().from(extension.getExecutable().map(List::<Object>of).orElse(List.of(command)));
            diff.getJavaVersion().set(project.getProviders().systemProperty("java.version"));
            diff.getJavaHome().set(project.getProviders().systemProperty("java.home"));
            diff.getSourceRoots().from(sourceSet.getAllJava().getSourceDirectories());
            diff.getMethods().set(extension.getMethods());
            diff.getWrt().set(extension.getWrt());
            diff.getForms().set(extension.getForms());
            diff.getNames().set(extension.getNames());
            diff.getFailOnError().set(extension.getFailOnError());
            diff.getFailOnWarning().set(extension.getFailOnWarning());
            // What tests call is copied beside them, where it comes first on their class path.
            boolean test = sourceSet.getName().equals(SourceSet.TEST_SOURCE_SET_NAME);
            diff.getCopyCalled().set(test ? project.provider(() -> true) : extension.getCopyCalled());
            diff.getDestinationDirectory()
                    .set(project.getLayout().getBuildDirectory().dir("classes/nabla/" + sourceSet.getName()));
        });
        project.getTasks().named(sourceSet.getClassesTaskName(), all -> all.dependsOn(task));
        Replacement replacement = new Replacement(
                (ConfigurableFileCollection) sourceSet.getOutput().getClassesDirs(),
                task,
                task.flatMap(NablaDiff::getDestinationDirectory));
        replacement.take();
        return replacement;
    }

    /**
     * The directories of classes that a source set has, the task that makes one of them, and that one.
     *
     * @param directories what jars, tests and dependent projects use
     * @param task the task
     * @param own the task's directory
     */
    private record Replacement(
            ConfigurableFileCollection directories, TaskProvider<NablaDiff> task, Provider<Directory> own) {
        /** Makes what compilers have added the task's inputs, and the task's directory the only one. */
        void take() {
            List<Object> others = directories.getFrom().stream().filter(from -> from != own).toList();
            Object[] compilers = directories.getBuiltBy().toArray();
            task.configure(diff -> diff.getClasses().from(others).builtBy(compilers));
            directories.setFrom(own);
        }
    }

    private static String coordinates() {
        Properties properties = new Properties();
        try (InputStream in = NablaPlugin.class.getResourceAsStream("version.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "io.github.nablars:nabla-cli:" + properties.getProperty("version") + ":" + Platform.classifier() + "@exe";
    }
}
