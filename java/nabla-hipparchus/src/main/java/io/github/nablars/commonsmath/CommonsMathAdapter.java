package io.github.nablars.commonsmath;

import io.github.nablars.spi.Adapter;
import java.lang.invoke.MethodHandles.Lookup;

/** For {@link io.github.nablars.Nabla#differentiable(Class, Object)} with the types of Commons Math 3. */
public final class CommonsMathAdapter implements Adapter {
    /** Called by the service loader. */
    public CommonsMathAdapter() {}

    @Override
    public <T> T adapt(Lookup caller, Class<T> type, Object f) {
        return type.getName().startsWith("org.apache.commons.math3.") ? type.cast(Types.OFFERS.of(caller, type, f)) : null;
    }
}
