package io.github.nablars;

import java.lang.reflect.Method;

/**
 * The method behind a function: its class, its name and descriptor, and the values that it is called with beside the arguments,
 * the receiver first.
 */
record Target(Class<?> host, String method, String descriptor, boolean isStatic, Object[] captured) {

    static Target of(Method method, Object receiver) {
        String descriptor = java.lang.invoke.MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
        return new Target(method.getDeclaringClass(), method.getName(), descriptor, false, new Object[] {receiver});
    }

    Target withoutCaptured() {
        return new Target(host, method, descriptor, isStatic, new Object[0]);
    }

    /** How many parameters a descriptor has. */
    static int count(String descriptor) {
        int count = 0;
        int end = descriptor.indexOf(')');
        for (int at = 1; at < end; at++) {
            while (descriptor.charAt(at) == '[') {
                at++;
            }
            if (descriptor.charAt(at) == 'L') {
                at = descriptor.indexOf(';', at);
            }
            count++;
        }
        return count;
    }

    /** Whether it belongs to the JDK, beside whose classes nothing can be defined. */
    boolean isPlatform() {
        return isPlatform(host);
    }

    static boolean isPlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    String owner() {
        return host.getName().replace('.', '/');
    }
}
