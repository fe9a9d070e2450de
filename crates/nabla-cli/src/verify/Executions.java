package io.github.nablars.verify;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * With what operands calls are made, as the recorder is told them: of each place the first executions
 * that differ. One execution does not speak for all, for at a point such as 0 a wrong derivative may be
 * right; all of them would be too many where a loop makes them.
 */
final class Executions extends AbstractMap<Object, Object> {
    /** So many executions of a place are kept. */
    static final int MOST = 16;

    private final Map<String, List<Object[]>> kept = new TreeMap<>();
    private final Set<String> full = new TreeSet<>();

    /** Keeps what a call at a place is given. The recorder has no other wish. */
    @Override
    public Object putIfAbsent(Object place, Object operands) {
        List<Object[]> own = kept.computeIfAbsent((String) place, p -> new ArrayList<>());
        if (own.stream().noneMatch(other -> alike(other, (Object[]) operands))) {
            if (own.size() < MOST) {
                own.add(copied((Object[]) operands));
            } else {
                full.add((String) place);
            }
        }
        return null;
    }

    /** Numbers and arrays are compared by what they are, objects by which they are: their own methods are not called. */
    private static boolean alike(Object[] one, Object[] other) {
        for (int i = 0; i < one.length; i++) {
            boolean plain = one[i] instanceof Number || one[i] instanceof Boolean || one[i] instanceof Character;
            boolean array = one[i] != null && one[i].getClass().isArray();
            if (plain || array ? !Objects.deepEquals(one[i], other[i]) : one[i] != other[i]) {
                return false;
            }
        }
        return true;
    }

    /** The code that runs on may write to arrays. */
    private static Object[] copied(Object[] operands) {
        try {
            return (Object[]) Recipe.fresh(operands);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What the calls at a place were given. */
    List<Object[]> at(String place) {
        return kept.getOrDefault(place, List.of());
    }

    /** The places at which calls were made. */
    Set<String> places() {
        return kept.keySet();
    }

    /** Whether there were more executions of a place than are kept. */
    boolean cut() {
        return !full.isEmpty();
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
        throw new UnsupportedOperationException();
    }
}
