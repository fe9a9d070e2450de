package io.github.nablars.spi;

/**
 * Makes functions fit the types of a library, with derivatives of nabla-rs behind them. {@link java.util.ServiceLoader} finds
 * adapters: a jar names its own in {@code META-INF/services/io.github.nablars.spi.Adapter}.
 */
public interface Adapter {
    /**
     * Adapts a function.
     *
     * @param <T> the wanted type
     * @param type the wanted type
     * @param f the function
     * @return the function as that type, with derivatives; null if this adapter does not know the type, or nothing that fits it
     *     from this function
     */
    <T> T adapt(Class<T> type, Object f);
}
