package functions;

import java.util.Arrays;
import java.util.Comparator;

/** Code that is not followed makes objects of a class whose objects have tangents: those of new ones are zero. */
class Comparators {
    // release: 8

    static final class Item {
        final int key;

        Item(int key) {
            this.key = key;
        }
    }

    static final class Size {
        final double value;

        Size(double value) {
            this.value = value;
        }
    }

    static final class BySize implements Comparator<Item> {
        @Override
        public int compare(Item a, Item b) {
            return Double.compare(new Size(a.key).value, new Size(b.key).value);
        }
    }

    // run: sizes(3.0) = 9.0, d = 6.0
    static double sizes(double x) {
        Size size = new Size(x);
        Item[] items = {new Item(3), new Item(1)};
        Arrays.sort(items, new BySize());
        return size.value * x * items[0].key;
    }
}
