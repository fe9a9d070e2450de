package io.github.nablars.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.gradle.api.GradleException;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.api.artifacts.Dependency;
import org.gradle.api.artifacts.ExternalModuleDependency;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.SourceSetContainer;
import org.gradle.api.tasks.bundling.Jar;
import org.gradle.testfixtures.ProjectBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NablaPluginTest {
    @TempDir
    private Path directory;

    private Project project;

    @BeforeEach
    void makeProject() throws Exception {
        Path folder = Files.createDirectories(directory.resolve("project"));
        project = ProjectBuilder.builder()
                .withProjectDir(folder.toFile())
                .withGradleUserHomeDir(directory.resolve("home").toFile())
                .build();
    }

    private void apply(String... plugins) {
        List.of(plugins).forEach(project.getPluginManager()::apply);
    }

    private SourceSet sourceSet(String name) {
        return project.getExtensions().getByType(SourceSetContainer.class).getByName(name);
    }

    private NablaDiff task(String name) {
        return (NablaDiff) project.getTasks().getByName(name);
    }

    private Set<String> paths(Iterable<File> files) {
        Path root = project.getProjectDir().toPath();
        Set<String> paths = new TreeSet<>();
        files.forEach(file -> paths.add(root.relativize(file.toPath()).toString()));
        return paths;
    }

    @ParameterizedTest
    @CsvSource({"java-library, io.github.nablars", "io.github.nablars, java-library"})
    void theDirectoryTakesThePlaceOfTheCompilersOutput(String first, String second) {
        apply(first, second);
        assertEquals(Set.of("build/classes/nabla/main"), paths(sourceSet("main").getOutput().getClassesDirs()));
        assertEquals(Set.of("build/classes/nabla/test"), paths(sourceSet("test").getOutput().getClassesDirs()));
        assertEquals(Set.of("build/classes/java/main"), paths(task("nablaDiff").getClasses()));
        assertEquals(Set.of("build/classes/java/test"), paths(task("nablaTestDiff").getClasses()));
        // What dependent projects compile against.
        var variant = project.getConfigurations().getByName("apiElements").getOutgoing().getVariants().getByName("classes");
        assertEquals(Set.of("build/classes/nabla/main"), paths(variant.getArtifacts().getFiles()));
        assertEquals(Set.of("nablaDiff", "compileJava"), names(variant.getArtifacts().getBuildDependencies().getDependencies(null)));
    }

    @Test
    void whatUsesTheClassesWaitsForTheTask() {
        apply("java", "io.github.nablars");
        assertEquals(Set.of("compileJava"), names(dependencies("nablaDiff")));
        assertTrue(names(dependencies("classes")).contains("nablaDiff"));
        assertTrue(names(dependencies("jar")).contains("nablaDiff"));
        assertTrue(names(dependencies("compileTestJava")).contains("nablaDiff"));
        assertTrue(names(dependencies("test")).containsAll(Set.of("nablaDiff", "nablaTestDiff")));
        assertFalse(names(dependencies("compileJava")).contains("nablaDiff"));
    }

    @ParameterizedTest
    @CsvSource({
        "groovy, io.github.nablars, groovy",
        "io.github.nablars, groovy, groovy",
        "scala, io.github.nablars, scala",
        "io.github.nablars, scala, scala",
    })
    void otherLanguagesAreFollowed(String first, String second, String language) {
        apply(first, second);
        assertEquals(Set.of("build/classes/java/main", "build/classes/" + language + "/main"), paths(task("nablaDiff").getClasses()));
        assertEquals(Set.of("build/classes/nabla/main"), paths(sourceSet("main").getOutput().getClassesDirs()));
    }

    @Test
    void withoutJavaThereIsNothingToDo() {
        apply("io.github.nablars", "base");
        assertTrue(project.getTasks().withType(NablaDiff.class).isEmpty());
    }

    @Test
    void theCommandIsAnArtefactOfThisVersionUnlessOneIsNamed() throws Exception {
        apply("java", "io.github.nablars");
        var configuration = project.getConfigurations().getByName(NablaPlugin.CONFIGURATION);
        // Its defaults are added when it is first asked for.
        assertThrows(RuntimeException.class, configuration::resolve);
        Dependency dependency = configuration.getDependencies().iterator().next();
        assertEquals("nabla-cli", dependency.getName());
        assertTrue(dependency.getVersion().matches("\\d+\\.\\d+.*"), dependency.getVersion());
        var artifact = ((ExternalModuleDependency) dependency).getArtifacts().iterator().next();
        assertEquals("exe", artifact.getType());
        assertTrue(artifact.getClassifier().matches("[a-z]+-[a-z0-9_]+"), artifact.getClassifier());
        extension().getExecutable().set(new File(System.getProperty("nabla.executable")));
        assertEquals(new File(System.getProperty("nabla.executable")), task("nablaDiff").getExecutable().getSingleFile());
    }

    @Test
    void theTaskMakesDerivatives() throws Exception {
        apply("java", "io.github.nablars");
        extension().getExecutable().set(new File(System.getProperty("nabla.executable")));
        assertTrue(NablaDiff.class.isAnnotationPresent(CacheableTask.class));
        compile("@Differentiable public static double square(double x) { return x * x; }");
        task("nablaDiff").differentiate();
        Path output = task("nablaDiff").getDestinationDirectory().get().getAsFile().toPath();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {output.toUri().toURL()}, null)) {
            assertEquals(6.0, loader.loadClass("demo.Foo").getMethod("square_dx", double.class).invoke(null, 3.0));
        }
        var time = Files.getLastModifiedTime(output.resolve("demo/Foo.class"));
        task("nablaDiff").differentiate();
        assertEquals(time, Files.getLastModifiedTime(output.resolve("demo/Foo.class")));
    }

    @Test
    void theExtensionIsObeyed() throws Exception {
        apply("java", "io.github.nablars");
        extension().getExecutable().set(new File(System.getProperty("nabla.executable")));
        extension().getMethods().add("square");
        extension().getWrt().add("y");
        extension().getForms().add("PARTIAL");
        extension().getNames().put("partial", "d_%f_d%p");
        compile("public static double square(double x, double y) { return x * y * y; }");
        task("nablaDiff").differentiate();
        Path output = task("nablaDiff").getDestinationDirectory().get().getAsFile().toPath();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {output.toUri().toURL()}, null)) {
            var names = List.of(loader.loadClass("demo.Foo").getDeclaredMethods()).stream().map(m -> m.getName()).sorted().toList();
            assertEquals(List.of("d_square_dy", "square"), names);
        }
    }

    @Test
    void aRefusalFailsTheTask() throws Exception {
        apply("java", "io.github.nablars");
        extension().getExecutable().set(new File(System.getProperty("nabla.executable")));
        compile("@Differentiable static double bits(double x) { return Double.longBitsToDouble(Double.doubleToRawLongBits(x)); }");
        GradleException e = assertThrows(GradleException.class, task("nablaDiff")::differentiate);
        assertEquals("1 of 1 selected methods cannot be differentiated, see the messages above", e.getMessage());
        extension().getFailOnError().set(false);
        task("nablaDiff").differentiate();
    }

    private NablaExtension extension() {
        return project.getExtensions().getByType(NablaExtension.class);
    }

    private Set<? extends Task> dependencies(String name) {
        Task task = project.getTasks().getByName(name);
        return task.getTaskDependencies().getDependencies(task);
    }

    private static Set<String> names(Set<? extends Task> tasks) {
        return tasks.stream().map(Task::getName).collect(Collectors.toSet());
    }

    /** What compileJava would do: ProjectBuilder runs no tasks by itself. */
    private void compile(String body) throws Exception {
        Path source = project.getProjectDir().toPath().resolve("src/main/java/demo/Foo.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, "package demo;\nimport io.github.nablars.api.*;\npublic class Foo {\n" + body + "\n}\n");
        String output = Files.createDirectories(project.getProjectDir().toPath().resolve("build/classes/java/main")).toString();
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-g", "--release", "17", "-d", output, "-cp", System.getProperty("java.class.path"), source.toString());
        assertEquals(0, status);
    }
}
