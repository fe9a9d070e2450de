package io.github.nablars;

/** The native methods. They check their arguments, and their faults are exceptions. */
final class Native implements Engine {
    static native int protocol();

    private static native byte[] differentiate0(byte[] request, ClassBytes classes);

    private static native String implementation0(Class<?> proxy, String method);

    private static native Object read0(Object holder, String field, String descriptor);

    private static native byte[] classBytes0(Class<?> type);

    @Override
    public byte[] differentiate(byte[] request, ClassBytes classes) {
        return differentiate0(request, classes);
    }

    @Override
    public String implementation(Class<?> proxy, String method) {
        return implementation0(proxy, method);
    }

    @Override
    public Object read(Object holder, String field, String descriptor) {
        return read0(holder, field, descriptor);
    }

    @Override
    public byte[] classBytes(Class<?> type) {
        return classBytes0(type);
    }
}
