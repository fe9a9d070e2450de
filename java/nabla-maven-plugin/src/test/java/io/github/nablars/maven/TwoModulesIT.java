package io.github.nablars.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A project of two modules: its own tests say that the derivatives are right, these that Maven behaves. */
class TwoModulesIT {
    private static final String BAD = "package demo.core;\n\nimport io.github.nablars.api.Differentiable;\n\n"
            + "final class Bad {\n    @Differentiable\n    static double bits(double x) {\n"
            + "        return Double.longBitsToDouble(Double.doubleToRawLongBits(x));\n    }\n}\n";

    @Test
    void buildsInParallelThenAgainThenAfterAChange() throws Exception {
        MavenRun maven = MavenRun.of("two-modules");
        maven.run("-T", "2", "verify")
                .succeeds()
                .says("[INFO] 1 method has derivatives, 2 class files written")
                .says("[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0");

        Map<String, String> before = maven.products();
        assertTrue(before.containsKey("app/target/app-1.jar"), before::toString);
        MavenRun.Result again = maven.run("verify").succeeds().says("[INFO] 1 method has derivatives, nothing to write");
        assertFalse(again.mentions("class files written") || again.mentions("class file written"), again::toString);
        assertEquals(before, maven.products());

        // The module that is changed is compiled and differentiated again, and the other one's test sees it.
        maven.edit("core/src/main/java/demo/core/Shape.java", "Math.sin(t)", "Math.sin(t) + 3.0 * t");
        MavenRun.Result changed = maven.run("verify").fails();
        assertTrue(changed.mentions("derivativesOfTheOtherModuleAreCompiledAgainst"), changed::toString);
        assertTrue(changed.mentions("but was: <8.755165123780746>"), changed::toString);
    }

    @Test
    void aRefusedMethodIsNamedAsACompilerNamesAMistake() throws Exception {
        MavenRun maven = MavenRun.of("two-modules");
        Files.writeString(maven.file("core/src/main/java/demo/core/Bad.java"), BAD);
        MavenRun.Result result = maven.run("-e", "-pl", "core", "process-classes").fails();
        String place = "[ERROR] " + maven.file("core/src/main/java/demo/core/Bad.java") + ":[8] NB";
        assertTrue(
                result.lines().stream().anyMatch(l -> l.startsWith(place) && l.substring(place.length()).matches("\\d{4}: .+")),
                result::toString);
        String mistake = "org.apache.maven.plugin.MojoFailureException: 1 of 2 selected methods cannot be differentiated";
        assertTrue(result.mentions(mistake), result::toString);

        maven.run("-pl", "core", "process-classes", "-Dnabla.failOnError=false")
                .succeeds()
                .says("[INFO] 1 method has derivatives, 2 class files written");
        maven.run("-pl", "core", "process-classes", "-Dnabla.skip")
                .succeeds()
                .says("[INFO] nabla.skip is set: nothing is differentiated");
    }

    @Test
    void whatIsWrongWithTheConfigurationIsSaid() throws Exception {
        MavenRun maven = MavenRun.of("two-modules");
        String[] arguments = {"-e", "-pl", "core", "process-classes", "-Dnabla.executable=/nowhere/nabla-rs"};
        MavenRun.Result missing = maven.run(arguments).fails();
        String text = "org.apache.maven.plugin.MojoExecutionException: the nabla-rs command '/nowhere/nabla-rs' does not exist";
        assertTrue(missing.mentions(text), missing::toString);

        arguments[4] = "-Dnabla.methods=demo.core.Curve.valeu";
        MavenRun.Result pattern = maven.run(arguments).fails();
        assertTrue(pattern.mentions("org.apache.maven.plugin.MojoFailureException"), pattern::toString);
        assertTrue(pattern.mentions("did you mean `demo.core.Curve.value(D)D`"), pattern::toString);
    }
}
