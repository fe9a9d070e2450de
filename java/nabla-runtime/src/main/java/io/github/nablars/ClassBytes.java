package io.github.nablars;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/** Where the engine finds the bytes of classes: the class loader of the function it works on. */
final class ClassBytes {
    /** Of classes that have functions: they mostly have more than one. */
    private static final ClassValue<AtomicReference<SoftReference<byte[]>>> HOSTS = new ClassValue<>() {
        @Override
        protected AtomicReference<SoftReference<byte[]>> computeValue(Class<?> host) {
            return new AtomicReference<>(new SoftReference<>(null));
        }
    };

    private final ClassLoader loader;
    private final Engine engine;
    private final Class<?> host;
    private final String hostName;

    /** Keeps nothing. */
    ClassBytes(ClassLoader loader, Engine engine) {
        this(loader, engine, null);
    }

    /** Keeps the bytes of one class. */
    ClassBytes(ClassLoader loader, Engine engine, Class<?> host) {
        this.loader = loader;
        this.engine = engine;
        this.host = host;
        hostName = host == null ? "" : host.getName().replace('.', '/');
    }

    /** The bytes of the class of this internal name, or null. Called by the native library, too. */
    byte[] find(String name) {
        if (!name.equals(hostName)) {
            return read(name);
        }
        AtomicReference<SoftReference<byte[]>> kept = HOSTS.get(host);
        byte[] bytes = kept.get().get();
        if (bytes == null) {
            bytes = read(name);
            kept.set(new SoftReference<>(bytes));
        }
        return bytes;
    }

    private byte[] read(String name) {
        return read(loader, name);
    }

    private byte[] read(ClassLoader from, String name) {
        byte[] found = resource(from, name);
        ClassLoader parent = from == null ? null : from.getParent();
        // What it finds may be its parent's, and the class its own all the same.
        boolean isOwn = found != null && (parent == null || !Arrays.equals(found, resource(parent, name)));
        if (isOwn || name.startsWith("java/")) {
            return found;
        }
        try {
            Class<?> type = Class.forName(name.replace('/', '.'), false, from);
            if (type.getClassLoader() != from) {
                return read(type.getClassLoader(), name);
            }
            byte[] own = engine.classBytes(type);
            return own != null ? own : found;
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
