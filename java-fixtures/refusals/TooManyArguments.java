package refusals;

/** A callee that could be passed its 70 doubles, but not their tangents besides. */
class TooManyArguments {
    // release: 8

    private static double sum(double p0, double p1, double p2, double p3, double p4, double p5, double p6, double p7, double p8, double p9, double p10, double p11, double p12, double p13, double p14, double p15, double p16, double p17, double p18, double p19, double p20, double p21, double p22, double p23, double p24, double p25, double p26, double p27, double p28, double p29, double p30, double p31, double p32, double p33, double p34, double p35, double p36, double p37, double p38, double p39, double p40, double p41, double p42, double p43, double p44, double p45, double p46, double p47, double p48, double p49, double p50, double p51, double p52, double p53, double p54, double p55, double p56, double p57, double p58, double p59, double p60, double p61, double p62, double p63, double p64, double p65, double p66, double p67, double p68, double p69) {
        return p0 + p1 + p2 + p3 + p4 + p5 + p6 + p7 + p8 + p9 + p10 + p11 + p12 + p13 + p14 + p15 + p16 + p17 + p18 + p19 + p20 + p21 + p22 + p23 + p24 + p25 + p26 + p27 + p28 + p29 + p30 + p31 + p32 + p33 + p34 + p35 + p36 + p37 + p38 + p39 + p40 + p41 + p42 + p43 + p44 + p45 + p46 + p47 + p48 + p49 + p50 + p51 + p52 + p53 + p54 + p55 + p56 + p57 + p58 + p59 + p60 + p61 + p62 + p63 + p64 + p65 + p66 + p67 + p68 + p69;
    }

    // refuse: NB0107
    static double call(double x) {
        return sum(x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x, x, 2 * x);
    }
}
