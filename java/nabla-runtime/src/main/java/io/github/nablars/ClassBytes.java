package io.github.nablars;

import java.io.IOException;
import java.io.InputStream;

/** Where the engine finds the bytes of classes: the class loader of the function it works on. */
final class ClassBytes {
    private final ClassLoader loader;
    private final Engine engine;

    ClassBytes(ClassLoader loader, Engine engine) {
        this.loader = loader;
        this.engine = engine;
    }

    /** The bytes of the class of this internal name, or null. Called by the native library, too. */
    byte[] find(String name) {
        byte[] bytes = resource(loader, name);
        if (bytes != null || name.startsWith("java/")) {
            return bytes;
        }
        try {
            Class<?> type = Class.forName(name.replace('/', '.'), false, loader);
            bytes = type.getClassLoader() == loader ? null : resource(type.getClassLoader(), name);
            return bytes != null ? bytes : engine.classBytes(type);
        } catch (ClassNotFoundException | LinkageError absent) {
            return null;
        }
    }

    private static byte[] resource(ClassLoader loader, String name) {
        String path = name + ".class";
        try (InputStream in = loader == null ? ClassLoader.getSystemResourceAsStream(path) : loader.getResourceAsStream(path)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException unreadable) {
            return null;
        }
    }
}
