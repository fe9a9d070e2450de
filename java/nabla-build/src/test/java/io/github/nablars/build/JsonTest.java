package io.github.nablars.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @Test
    void valuesOfEveryKindAreRead() {
        assertEquals(
                Map.of("a", List.of(1.0, -2.5e3, true, false), "b", Map.of(), "c", List.of(), "d", "x\"\\/\b\f\n\r\t\u00e9\ud83d\ude00"),
                Json.parse(" {\"a\": [1, -2.5e3,true , false],\"b\":{ }, \"c\":[ ],\n\"d\":\"x\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\uDE00\"} "));
        assertEquals(Arrays.asList(null, "é"), Json.parse("[null, \"é\"]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1", "[1,]", "{\"a\"}", "{\"a\":1,}", "nul", "\"a", "\"\\x\"", "\"\\u12g4\"", "1 2", "-", "{a:1}"})
    void whatIsNotJsonIsSaid(String text) {
        assertThrows(IllegalArgumentException.class, () -> Json.parse(text));
    }
}
