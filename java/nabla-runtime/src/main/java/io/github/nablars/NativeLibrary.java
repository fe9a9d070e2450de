package io.github.nablars;

import java.nio.file.Path;

/**
 * Loads the native library, once for each class loader: from the file that a property names, else from the jar
 * {@code nabla-native}. Where native code is not allowed, the command takes its place.
 */
final class NativeLibrary {
    /** Names the library's file; no other is tried then. */
    static final String PATH = "nabla.native.path";

    private NativeLibrary() {}

    /** Loaded when first asked for; a failure is told anew each time. */
    private static final class Holder {
        static final Engine ENGINE;
        static final NativeLibraryException FAILURE;

        static {
            Engine engine = null;
            NativeLibraryException failure = null;
            try {
                engine = load();
            } catch (NativeLibraryException e) {
                failure = e;
            }
            ENGINE = engine;
            FAILURE = failure;
        }
    }

    static Engine engine() {
        if (Holder.ENGINE == null) {
            throw new NativeLibraryException(Holder.FAILURE.getMessage(), Holder.FAILURE);
        }
        return Holder.ENGINE;
    }

    private static Engine load() {
        String path = System.getProperty(PATH);
        try {
            if (path != null) {
                named(path);
            } else {
                new Extraction().load();
            }
            shakeHands();
            return new Native();
        } catch (IllegalCallerException denied) {
            return CommandEngine.instead(denied);
        }
    }

    private static void named(String path) {
        Path file = Path.of(path).toAbsolutePath();
        String fault = ElfFile.fault(file);
        if (fault != null) {
            throw named(path, fault, null);
        }
        try {
            load(file);
        } catch (UnsatisfiedLinkError e) {
            throw named(path, String.valueOf(e.getMessage()), e);
        }
    }

    private static NativeLibraryException named(String path, String reason, Throwable cause) {
        return new NativeLibraryException("the native library of nabla-rs, named by -D" + PATH + "=" + path
                + ", cannot be loaded on " + Platform.name() + ": " + reason
                + (reason.contains("already loaded in another classloader")
                        ? "; leave the property away, then each class loader gets a copy of its own"
                        : "; no other is tried while the property is set"), cause);
    }

    /** The JVM checks the caller of {@code System.load}: this class stands for the module that is allowed to. */
    @SuppressWarnings("restricted")
    static void load(Path file) {
        System.load(file.toString());
    }

    private static void shakeHands() {
        int found;
        try {
            found = Native.protocol();
        } catch (UnsatisfiedLinkError e) {
            throw new NativeLibraryException("the library that was loaded is not that of nabla-rs: " + e.getMessage(), e);
        }
        if (found != Engine.PROTOCOL) {
            throw new NativeLibraryException("the native library speaks version " + found + ", this nabla-runtime version "
                    + Engine.PROTOCOL + ": use nabla-runtime and nabla-native of one release");
        }
    }
}
