package demo.lib;

/** Nothing of this class is compiled or differentiated again when the others change. */
public final class Apart {
    private Apart() {
    }

    public static String name() {
        return "apart";
    }
}
