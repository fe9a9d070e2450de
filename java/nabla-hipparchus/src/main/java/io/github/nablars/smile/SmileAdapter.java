package io.github.nablars.smile;

import io.github.nablars.spi.Adapter;
import java.lang.invoke.MethodHandles.Lookup;

/** For {@link io.github.nablars.Nabla#differentiable(Class, Object)} with the types of Smile. */
public final class SmileAdapter implements Adapter {
    /** Called by the service loader. */
    public SmileAdapter() {}

    @Override
    public <T> T adapt(Lookup caller, Class<T> type, Object f) {
        return type.getName().startsWith("smile.") ? type.cast(Smile.of(caller, type, f)) : null;
    }
}
