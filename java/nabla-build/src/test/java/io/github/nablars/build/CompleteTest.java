package io.github.nablars.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A complete directory beside the compilers' own. */
class CompleteTest {
    @TempDir
    private Path directory;

    private Workplace place;
    private Path kotlin;
    private Path output;

    @BeforeEach
    void compileIntoTwoDirectories() throws Exception {
        place = new Workplace(directory);
        kotlin = directory.resolve("kotlin");
        output = directory.resolve("output");
        place.compile("Helper", "static double cube(double x) { return x * x * x; }");
        place.compileInto(kotlin, "Foo", "@Differentiable static double f(double x) { return Helper.cube(x); }");
        Files.createDirectories(kotlin.resolve("META-INF"));
        Files.writeString(kotlin.resolve("META-INF/demo.kotlin_module"), "x");
    }

    private Complete complete() {
        return new Complete(List.of(place.classes(), kotlin), output, directory.resolve("work"));
    }

    @Test
    void everythingIsThereAndTheCompilersOutputIsAsItWas() throws Exception {
        Map<String, String> before = Workplace.snapshot(place.classes());
        complete().differentiate(place.settings(), place);
        assertEquals(Set.of("META-INF/demo.kotlin_module", "demo/Foo.class", "demo/Helper.class"), Workplace.snapshot(output).keySet());
        assertEquals(12.0, Workplace.call(List.of(output), "demo.Foo", "f_dx", 2.0));
        assertEquals(before, Workplace.snapshot(place.classes()));
    }

    @Test
    void aSecondRunWritesNothingAndWhatIsGoneGoes() throws Exception {
        complete().differentiate(place.settings(), place);
        Map<String, String> before = Workplace.snapshot(output);
        assertEquals(0, complete().differentiate(place.settings(), place));
        assertEquals(before, Workplace.snapshot(output));
        Files.delete(kotlin.resolve("META-INF/demo.kotlin_module"));
        place.compileInto(kotlin, "Foo", "static double f(double x) { return Helper.cube(x); }");
        assertEquals(3, complete().differentiate(place.settings(), place));
        assertEquals(Set.of("demo/Foo.class", "demo/Helper.class"), Workplace.snapshot(output).keySet());
    }

    @Test
    void aRefusalWritesNothing() {
        place.compileInto(
                kotlin, "Foo", "@Differentiable static double f(double x) { return Double.longBitsToDouble(Double.doubleToRawLongBits(x)); }");
        assertThrows(NablaException.class, () -> complete().differentiate(place.settings(), place));
        assertEquals(false, Files.exists(output));
    }
}
