package io.github.nablars;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

/**
 * The full privileges of a class in another module, be it only the unnamed one of another class loader. What
 * {@code privateLookupIn} gives there may define a class in the package, but no nestmate. So a class is defined once in the package
 * that gives its own lookup away, to those who already have private access to the package.
 */
final class Door {
    private static final String NAME = "Nabla$Door";
    private static final String METHOD = "lookup";

    private Door() {}

    /** A lookup with full privileges in the package of the one given, which has private access. */
    static Lookup through(Lookup lookup) throws IllegalAccessException {
        Class<?> host = lookup.lookupClass();
        String name = host.getPackageName().isEmpty() ? NAME : host.getPackageName() + "." + NAME;
        try {
            Class<?> door = open(lookup, name);
            return (Lookup) lookup.findStatic(door, METHOD, MethodType.methodType(Lookup.class)).invokeExact();
        } catch (IllegalAccessException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new NablaInternalError("there is no way into " + host.getPackageName(), e);
        }
    }

    private static Class<?> open(Lookup lookup, String name) throws IllegalAccessException, ClassNotFoundException {
        try {
            return Class.forName(name, false, lookup.lookupClass().getClassLoader());
        } catch (ClassNotFoundException absent) {
            try {
                return lookup.defineClass(bytes(name.replace('.', '/')));
            } catch (LinkageError other) {
                // Another thread was faster.
                return Class.forName(name, false, lookup.lookupClass().getClassLoader());
            }
        }
    }

    /** {@code final class NAME { static Lookup lookup() { return MethodHandles.lookup(); } }}, synthetic. */
    private static byte[] bytes(String name) {
        String[] texts = {
            name, "java/lang/Object", METHOD, "()Ljava/lang/invoke/MethodHandles$Lookup;", "Code",
            "java/lang/invoke/MethodHandles"
        };
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(0xcafebabe);
            out.writeInt(52);
            out.writeShort(12);
            for (String text : texts) {
                out.writeByte(1);
                out.writeUTF(text);
            }
            // 7: this class, 8: Object, 9: MethodHandles, 10: name and type of both methods, 11: the other method.
            for (int index : new int[] {1, 2, 6}) {
                out.writeByte(7);
                out.writeShort(index);
            }
            out.writeByte(12);
            out.writeShort(3);
            out.writeShort(4);
            out.writeByte(10);
            out.writeShort(9);
            out.writeShort(10);
            // final, super, synthetic; no interfaces and fields, one method: static, synthetic.
            for (int value : new int[] {0x1030, 7, 8, 0, 0, 1, 0x1008, 3, 4, 1, 5}) {
                out.writeShort(value);
            }
            out.writeInt(16);
            out.writeShort(1);
            out.writeShort(0);
            out.writeInt(4);
            // invokestatic, areturn.
            out.write(new byte[] {(byte) 0xb8, 0, 11, (byte) 0xb0});
            out.writeShort(0);
            out.writeShort(0);
            out.writeShort(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
