package io.github.nablars.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.nablars.build.NablaException.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a compiler's output directory looks like after one run, after two, and after a compile in between. */
class InPlaceTest {
    private static final String SQUARE = "@Differentiable static double square(double x) { return x * x; }";
    private static final String LOST = "@Differentiable static double lost(double x) { return (double) (float) Double.longBitsToDouble("
            + "Double.doubleToRawLongBits(x)); }";

    @TempDir
    private Path directory;

    private Workplace place;

    @BeforeEach
    void compileTwoClasses() {
        place = new Workplace(directory);
        place.compile("Helper", "static double cube(double x) { return x * x * x; }");
        place.compile("Foo", SQUARE, "@Differentiable static double both(double x) { return x + Helper.cube(x); }");
    }

    @Test
    void derivativesAreAddedAndASecondRunWritesNothing() throws Exception {
        assertEquals(2, place.inPlace().differentiate(place.settings(), place));
        assertEquals(6.0, place.call("demo.Foo", "square_dx", 3.0));
        assertEquals(13.0, place.call("demo.Foo", "both_dx", 2.0));
        Map<String, String> before = Workplace.snapshot(directory);
        assertEquals(0, place.inPlace().differentiate(place.settings(), place));
        assertEquals(before, Workplace.snapshot(directory));
        assertEquals(List.of("2 methods have derivatives, 2 class files written", "2 methods have derivatives, nothing to write"), place.infos);
    }

    @Test
    void aCompileInBetweenIsFollowed() throws Exception {
        place.inPlace().differentiate(place.settings(), place);
        // Of the two classes only the one that is called is compiled again, as an incremental compiler does it.
        place.compile("Helper", "static double cube(double x) { return 2 * x * x * x; }");
        assertEquals(1, place.inPlace().differentiate(place.settings(), place));
        assertEquals(25.0, place.call("demo.Foo", "both_dx", 2.0));
        place.compile("Foo", "@Differentiable static double square(double x) { return 5 * x * x; }");
        // Nobody calls the helper any more: it is again as the compiler made it.
        assertEquals(2, place.inPlace().differentiate(place.settings(), place));
        assertEquals(30.0, place.call("demo.Foo", "square_dx", 3.0));
        assertFalse(new String(Files.readAllBytes(place.classes().resolve("demo/Helper.class")), "ISO-8859-1").contains("nabla$"));
    }

    @Test
    void whatIsNoLongerAskedForGoes() throws Exception {
        byte[] compiled = Files.readAllBytes(place.classes().resolve("demo/Foo.class"));
        List<Path> none = List.of();
        place.inPlace().differentiate(place.settings(List.of("square"), true, false, none), place);
        place.inPlace().differentiate(place.settings(List.of("both"), true, false, none), place);
        assertThrows(NoSuchMethodException.class, () -> place.call("demo.Foo", "square_dx", 3.0));
        assertEquals(13.0, place.call("demo.Foo", "both_dx", 2.0));
        place.compile("Foo", "static double square(double x) { return x * x; }");
        place.inPlace().differentiate(place.settings(), place);
        assertThrows(NoSuchMethodException.class, () -> place.call("demo.Foo", "square_dx", 3.0));
        place.compile("Foo", SQUARE, "@Differentiable static double both(double x) { return x + Helper.cube(x); }");
        assertArrayEquals(compiled, Files.readAllBytes(place.classes().resolve("demo/Foo.class")));
    }

    @Test
    void aClassThatIsGoneIsForgotten() throws Exception {
        place.inPlace().differentiate(place.settings(), place);
        Files.delete(place.classes().resolve("demo/Foo.class"));
        assertEquals(1, place.inPlace().differentiate(place.settings(), place));
        assertFalse(Files.exists(place.classes().resolve("demo/Foo.class")));
        assertEquals(0, place.inPlace().differentiate(place.settings(), place));
    }

    @Test
    void aBuildThatWasKilledIsPickedUp() throws Exception {
        byte[] compiled = Files.readAllBytes(place.classes().resolve("demo/Foo.class"));
        place.inPlace().differentiate(place.settings(), place);
        byte[] augmented = Files.readAllBytes(place.classes().resolve("demo/Foo.class"));
        // As if it had been killed before it wrote the second class.
        Files.write(place.classes().resolve("demo/Foo.class"), compiled);
        assertEquals(1, place.inPlace().differentiate(place.settings(), place));
        assertArrayEquals(augmented, Files.readAllBytes(place.classes().resolve("demo/Foo.class")));
    }

    @Test
    void aRefusalTouchesNothingAndNamesTheLine() throws Exception {
        place.compile("Foo", SQUARE, LOST);
        Map<String, String> before = Workplace.snapshot(place.classes());
        NablaException e =
                assertThrows(NablaException.class, () -> place.inPlace().differentiate(place.settings(), place));
        assertEquals(Kind.REFUSED, e.kind());
        assertEquals("1 of 2 selected methods cannot be differentiated, see the messages above", e.getMessage());
        assertEquals(before, Workplace.snapshot(place.classes()));
        Diagnostic first = place.diagnostics.get(0);
        String head = place.source("Foo").toAbsolutePath() + ":[5] " + first.code() + ": ";
        assertTrue(first.code().matches("NB\\d{4}") && first.asMaven().startsWith(head), first.asMaven());
        String[] javac = first.asJavac(new Sources(List.of())).split("\n");
        assertTrue(javac[0].startsWith(place.source("Foo").toAbsolutePath() + ":5: error: " + first.code() + ": "), javac[0]);
        assertEquals(LOST, javac[1]);
        assertEquals("^", javac[2]);
    }

    @Test
    void aRefusalCanBeLeftOut() throws Exception {
        place.compile("Foo", SQUARE, LOST);
        place.inPlace().differentiate(place.settings(List.of(), false, false, List.of()), place);
        assertEquals(6.0, place.call("demo.Foo", "square_dx", 3.0));
        assertThrows(NoSuchMethodException.class, () -> place.call("demo.Foo", "lost_dx", 3.0));
        assertEquals(1, place.warnings.size());
    }

    @Test
    void checkWritesNothing() throws Exception {
        place.inPlace().differentiate(place.settings(), place);
        Map<String, String> before = Workplace.snapshot(place.classes());
        place.inPlace().check(place.settings(), place);
        place.compile("Bad", LOST);
        assertThrows(NablaException.class, () -> place.inPlace().check(place.settings(), place));
        Files.delete(place.classes().resolve("demo/Bad.class"));
        assertEquals(before, Workplace.snapshot(place.classes()));
    }

    @Test
    void aModuleThatAsksForNothingNeedsNoCommand() throws Exception {
        place.compile("Foo", "static double square(double x) { return x * x; }");
        Settings settings = new Settings(
                () -> {
                    throw new AssertionError("no command is needed");
                },
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                directory,
                true,
                false,
                false);
        assertEquals(0, place.inPlace().differentiate(settings, place));
        assertEquals(0, new InPlace(directory.resolve("absent"), directory.resolve("work")).differentiate(settings, place));
        assertFalse(Files.exists(directory.resolve("work")));
    }

    @Test
    void aPatternThatMatchesNothingIsAMistakeWithASuggestion() {
        Settings settings = place.settings(List.of("sqare"), true, false, List.of());
        NablaException e = assertThrows(NablaException.class, () -> place.inPlace().differentiate(settings, place));
        assertEquals(Kind.USAGE, e.kind());
        assertTrue(e.getMessage().contains("did you mean `demo.Foo.square(D)D`"), e.getMessage());
    }

    @Test
    void aClassThatIsMadeBesideAnotherComesAndGoes() throws Exception {
        String asked = "@Differentiable public static double f(double x) { double y = x * x; return apply(t -> t * y, x); }";
        place.compile(
                "Lambda", "static double apply(java.util.function.DoubleUnaryOperator f, double x) { return f.applyAsDouble(x); }", asked);
        Set<String> compiled = Workplace.snapshot(place.classes()).keySet();
        place.inPlace().differentiate(place.settings(), place);
        assertEquals(12.0, place.call("demo.Lambda", "f_dx", 2.0));
        Map<String, String> made = Workplace.snapshot(place.classes());
        assertTrue(made.size() > compiled.size(), made::toString);
        assertEquals(0, place.inPlace().differentiate(place.settings(), place));
        assertEquals(made, Workplace.snapshot(place.classes()));
        // What the first run made is beside the class that was compiled again.
        place.compile(
                "Lambda", "static double apply(java.util.function.DoubleUnaryOperator f, double x) { return f.applyAsDouble(x); }",
                asked.replace("t * y", "3 * t * y"));
        place.inPlace().check(place.settings(), place);
        place.inPlace().differentiate(place.settings(), place);
        assertEquals(36.0, place.call("demo.Lambda", "f_dx", 2.0));
        assertEquals(made.keySet(), Workplace.snapshot(place.classes()).keySet());
        assertFalse(Files.exists(directory.resolve("work").resolve("compiled")));
        place.compile("Lambda", "@Differentiable static double f(double x) { return x; }");
        place.inPlace().differentiate(place.settings(), place);
        assertEquals(compiled, Workplace.snapshot(place.classes()).keySet());
    }

    @Test
    void aClassOfAnotherModuleIsCopiedOnlyWhenAskedFor() throws Exception {
        Path other = directory.resolve("other");
        for (Path output : List.of(other, place.classes())) {
            place.compileInto(output, "Lib", "public static double twice(double x) { return 2 * x; }");
        }
        place.compile("User", "@Differentiable static double f(double x) { return Lib.twice(x) * x; }");
        Files.delete(place.classes().resolve("demo/Lib.class"));
        Settings refusing = place.settings(List.of(), true, false, List.of(other));
        NablaException e = assertThrows(NablaException.class, () -> place.inPlace().differentiate(refusing, place));
        assertEquals(Kind.USAGE, e.kind());
        assertTrue(e.getMessage().contains("demo.Lib"), e.getMessage());
        Settings copying = place.settings(List.of(), true, true, List.of(other));
        place.inPlace().differentiate(copying, place);
        assertEquals(12.0, Workplace.call(List.of(place.classes(), other), "demo.User", "f_dx", 3.0));
        assertTrue(Files.exists(place.classes().resolve("demo/Lib.class")));
        assertEquals(0, place.inPlace().differentiate(copying, place));
        place.compile("User", "@Differentiable static double f(double x) { return x; }");
        place.inPlace().differentiate(copying, place);
        assertFalse(Files.exists(place.classes().resolve("demo/Lib.class")));
    }

    @Test
    void aClassThatAnotherStepChangedAfterwardsIsStillOurs() throws Exception {
        place.inPlace().differentiate(place.settings(), place);
        Path foo = place.classes().resolve("demo/Foo.class");
        byte[] bytes = Files.readAllBytes(foo);
        Files.write(foo, withAnotherName(bytes));
        place.inPlace().differentiate(place.settings(), place);
        assertArrayEquals(bytes, Files.readAllBytes(foo));
        assertEquals(13.0, place.call("demo.Foo", "both_dx", 2.0));
    }

    /** Names the source otherwise, in place. */
    private static byte[] withAnotherName(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        assertTrue(text.contains("Foo.java"));
        return text.replace("Foo.java", "Woven.ja").getBytes(StandardCharsets.ISO_8859_1);
    }
}
