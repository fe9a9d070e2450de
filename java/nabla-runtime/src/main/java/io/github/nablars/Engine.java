package io.github.nablars;

/** What answers requests: the native library, or the command where native code is not allowed. */
interface Engine {
    /** Both sides must have the same. */
    int PROTOCOL = 3;

    /** Has a request answered; meanwhile {@code classes} is asked. */
    byte[] differentiate(byte[] request, ClassBytes classes);

    /** What the method of a lambda's class calls, such as {@code static demo/Foo value (D)D}; null if that cannot be told. */
    String implementation(Class<?> proxy, String method);

    /** What a lambda of the JDK captured; null if that cannot be told. */
    Object read(Object holder, String field, String descriptor);

    /** The bytes of a class that has no resource; null if they cannot be had. */
    byte[] classBytes(Class<?> type);

    /** The one of this class loader. */
    static Engine get() {
        return NativeLibrary.engine();
    }
}
