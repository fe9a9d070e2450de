package io.github.nablars.build;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the command's JSON report: objects become maps, arrays lists, whole and other numbers {@code Double}. A build plugin with a
 * JSON library of its own would clash with the build's.
 */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** The value of a document. */
    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.blanks();
        if (json.at != text.length()) {
            throw json.unexpected();
        }
        return value;
    }

    private Object value() {
        blanks();
        char c = peek();
        switch (c) {
            case '{':
                return object();
            case '[':
                return array();
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        blanks();
        if (peek() == '}') {
            at++;
            return members;
        }
        while (true) {
            blanks();
            String name = string();
            blanks();
            expect(':');
            members.put(name, value());
            blanks();
            if (peek() == '}') {
                at++;
                return members;
            }
            expect(',');
        }
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        at++;
        blanks();
        if (peek() == ']') {
            at++;
            return elements;
        }
        while (true) {
            elements.add(value());
            blanks();
            if (peek() == ']') {
                at++;
                return elements;
            }
            expect(',');
        }
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        while (true) {
            char c = next();
            if (c == '"') {
                return out.toString();
            }
            out.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = next();
        switch (c) {
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    int digit = Character.digit(next(), 16);
                    if (digit < 0) {
                        throw unexpected();
                    }
                    code = code * 16 + digit;
                }
                return (char) code;
            case '"':
            case '\\':
            case '/':
                return c;
            default:
                throw unexpected();
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw unexpected();
        }
        at += word.length();
        return value;
    }

    private Double number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            return Double.valueOf(text.substring(start, at));
        } catch (NumberFormatException e) {
            at = start;
            throw unexpected();
        }
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw unexpected();
        }
        return text.charAt(at);
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private void expect(char c) {
        if (peek() != c) {
            throw unexpected();
        }
        at++;
    }

    private IllegalArgumentException unexpected() {
        String what = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
        return new IllegalArgumentException("not JSON: unexpected " + what + " at " + at);
    }
}
