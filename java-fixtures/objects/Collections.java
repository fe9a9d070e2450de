package objects;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/** Objects with active fields inside arrays and the library's collections. */
class Collections {
    // release: 8

    /** A number in an object. */
    static class Cell {
        double value;

        Cell(double value) {
            this.value = value;
        }
    }

    // run: inObjectArray(3.0) = 39.0, d = 25.0
    static double inObjectArray(double x) {
        Cell[] cells = new Cell[3];
        for (int i = 0; i < 3; i++) {
            cells[i] = new Cell(i * x);
        }
        cells[0] = cells[2];
        cells[0].value *= x;
        double sum = 0;
        for (Cell cell : cells) {
            sum += cell.value;
        }
        return sum;
    }

    // run: inGrid(2.0) = 13.0, d = 16.0
    static double inGrid(double x) {
        Cell[][] grid = {{new Cell(x), new Cell(1)}, {new Cell(x * x), null}};
        grid[1][1] = grid[0][0];
        grid[0][0].value += 1;
        return grid[1][1].value * grid[1][0].value + grid[0][1].value;
    }

    // run: inList(2.0, 5) = 155.0, d = 245.0
    static double inList(double x, int n) {
        List<Cell> list = new ArrayList<>();
        list.add(new Cell(1));
        for (int i = 1; i < n; i++) {
            list.add(new Cell(list.get(i - 1).value * x));
        }
        double sum = 0;
        for (Cell cell : list) {
            sum += cell.value;
        }
        list.get(0).value = sum;
        return list.get(0).value * list.size();
    }

    // run: inMap(3.0) = 21.0, d = 10.0
    static double inMap(double x) {
        Map<String, Cell> map = new HashMap<>();
        map.put("a", new Cell(x * x));
        map.put("b", new Cell(2));
        map.get("b").value *= x;
        map.put("a", new Cell(map.get("a").value + map.get("b").value));
        double sum = 0;
        for (Cell cell : map.values()) {
            sum += cell.value;
        }
        return sum;
    }

    // run: entries(3.0) = 162.0, d = 162.0
    static double entries(double x) {
        Map<Integer, Cell> map = new LinkedHashMap<>();
        for (int i = 1; i <= 3; i++) {
            map.put(i, new Cell(x));
        }
        double r = 1;
        for (Map.Entry<Integer, Cell> entry : map.entrySet()) {
            r *= entry.getKey() * entry.getValue().value;
        }
        return r;
    }

    // run: inDeque(3.0) = 66.0, d = 43.0
    static double inDeque(double x) {
        ArrayDeque<Cell> queue = new ArrayDeque<>();
        queue.push(new Cell(x));
        queue.addLast(new Cell(x * x));
        queue.push(new Cell(7));
        double r = queue.removeLast().value * queue.pop().value;
        return r + queue.peek().value;
    }

    // The order depends on the values; what comes out first is a branch.
    // run: inPriorityQueue(3.0) = 359.0, d = 106.0
    static double inPriorityQueue(double x) {
        PriorityQueue<Cell> queue = new PriorityQueue<>(new Comparator<Cell>() {
            @Override
            public int compare(Cell a, Cell b) {
                return Double.compare(a.value, b.value);
            }
        });
        queue.add(new Cell(x * x));
        queue.add(new Cell(x));
        queue.add(new Cell(5));
        return 100 * queue.poll().value + 10 * queue.poll().value + queue.poll().value;
    }

    // run: ofArguments(3.0) = 93.0, d = 61.0
    static double ofArguments(double x) {
        List<Cell> list = Arrays.asList(new Cell(x), new Cell(x * x));
        java.util.Collections.reverse(list);
        return list.get(0).value * 10 + list.get(1).value;
    }

    // run: optional(3.0) = 9.0, d = 6.0
    // run: optional(-3.0) = -3.0, d = 1.0
    static double optional(double x) {
        Optional<Cell> found = x > 0 ? Optional.of(new Cell(x * x)) : Optional.empty();
        return found.isPresent() ? found.get().value : x;
    }

    /** A collection of the program's own. */
    static class Bag<T> implements Iterable<T> {
        private final ArrayList<T> content = new ArrayList<>();

        Bag<T> with(T element) {
            content.add(element);
            return this;
        }

        @Override
        public java.util.Iterator<T> iterator() {
            return content.iterator();
        }
    }

    // run: iterated(3.0) = 54.0, d = 54.0
    static double iterated(double x) {
        double r = 1;
        for (Cell cell : new Bag<Cell>().with(new Cell(x)).with(new Cell(2)).with(new Cell(x * x))) {
            r *= cell.value;
        }
        return r;
    }

    /** A generic holder. */
    static class Holder<T> {
        private T content;

        Holder(T content) {
            this.content = content;
        }

        T get() {
            return content;
        }

        <U> Holder<U> replacedBy(U other) {
            return new Holder<>(other);
        }
    }

    // run: generic(3.0) = 12.0, d = 7.0
    static double generic(double x) {
        Holder<Cell> holder = new Holder<>(new Cell(x * x));
        Holder<Holder<Cell>> outer = holder.replacedBy(holder);
        outer.get().get().value += x;
        return holder.get().value;
    }
}
