package io.github.nablars.spi;

import java.lang.invoke.MethodHandles.Lookup;

/**
 * Makes functions fit the types of a library, with derivatives of nabla-rs behind them. {@link java.util.ServiceLoader} finds
 * adapters: a jar names its own in {@code META-INF/services/io.github.nablars.spi.Adapter}.
 */
public interface Adapter {
    /**
     * Adapts a function.
     *
     * @param <T> the wanted type
     * @param caller what reaches the code of the function: for the methods of {@link io.github.nablars.Nabla} that take it
     * @param type the wanted type
     * @param f the function
     * @return the function as that type, with derivatives; null if this adapter does not know the type, or nothing that fits it
     *     from this function
     */
    <T> T adapt(Lookup caller, Class<T> type, Object f);
}
