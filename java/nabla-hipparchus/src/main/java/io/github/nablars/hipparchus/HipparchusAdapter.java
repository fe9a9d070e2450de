package io.github.nablars.hipparchus;

import io.github.nablars.spi.Adapter;
import java.lang.invoke.MethodHandles.Lookup;

/** For {@link io.github.nablars.Nabla#differentiable(Class, Object)} with the types of Hipparchus. */
public final class HipparchusAdapter implements Adapter {
    /** Called by the service loader. */
    public HipparchusAdapter() {}

    @Override
    public <T> T adapt(Lookup caller, Class<T> type, Object f) {
        return type.getName().startsWith("org.hipparchus.") ? type.cast(Types.OFFERS.of(caller, type, f)) : null;
    }
}
