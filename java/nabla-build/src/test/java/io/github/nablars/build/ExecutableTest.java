package io.github.nablars.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.nablars.build.NablaException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutableTest {
    @TempDir
    private Path directory;

    @Test
    void anArtefactThatMayNotBeExecutedIsCopied() throws Exception {
        Path artefact = Files.writeString(directory.resolve("nabla-cli-0.1.0-linux-x86_64.exe"), "#!/bin/sh\n");
        Path found = Executable.find(null, () -> artefact, "g:a:v", directory.resolve("work"));
        assertTrue(Files.isExecutable(found));
        assertTrue(found.startsWith(directory.resolve("work")));
        assertEquals("#!/bin/sh\n", Files.readString(found));
        assertEquals(found, Executable.find(null, () -> artefact, "g:a:v", directory.resolve("work")));
    }

    @Test
    void aConfiguredFileThatIsNotThereIsNamed() {
        Path missing = directory.resolve("nabla-rs");
        NablaException e = assertThrows(NablaException.class, () -> Executable.find(missing, () -> missing, "g:a:v", directory));
        assertTrue(e.getMessage().contains("'" + missing + "' does not exist") && e.getMessage().contains("nabla.executable"), e.getMessage());
        assertEquals(Kind.INPUT, e.kind());
    }

    @Test
    void anArtefactThatIsNotThereIsNamed() {
        Executable.Artefact none = () -> {
            throw new IOException("no such artefact");
        };
        NablaException e = assertThrows(NablaException.class, () -> Executable.find(null, none, "g:a:v", directory));
        assertTrue(e.getMessage().contains("g:a:v") && e.getMessage().contains("-Dnabla.executable="), e.getMessage());
    }

    @Test
    void aCommandOfAnotherKindIsSaidToBeOne() throws Exception {
        for (Map.Entry<String, Kind> script : Map.of("true", Kind.INPUT, "exit 4", Kind.BUG, "exit 1", Kind.REFUSED, "echo {}", Kind.INPUT).entrySet()) {
            Path command = Files.writeString(directory.resolve("command"), "#!/bin/sh\n" + script.getKey() + "\n");
            assertTrue(command.toFile().setExecutable(true));
            Workplace place = new Workplace(directory);
            place.compile("Foo", "@Differentiable static double square(double x) { return x * x; }");
            Settings settings = new Settings(
                    () -> command, List.of(), List.of(), List.of(), Map.of(), List.of(), List.of(), directory, true, false, false);
            NablaException e = assertThrows(NablaException.class, () -> place.inPlace().differentiate(settings, place));
            assertEquals(script.getValue(), e.kind(), e.getMessage());
        }
    }
}
