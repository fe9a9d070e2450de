package io.github.nablars.examples;

import java.util.Locale;

/** The models of NIST's nonlinear regression data, as their files write them; parameters and predictors count from 0. */
enum NistModel {
    MISRA1A, CHWIRUT2, CHWIRUT1, LANCZOS3, GAUSS1, GAUSS2, DANWOOD, MISRA1B,
    KIRBY2, HAHN1, NELSON, MGH17, LANCZOS1, LANCZOS2, GAUSS3, MISRA1C, MISRA1D, ROSZMAN1, ENSO,
    MGH09, THURBER, BOXBOD, RAT42, MGH10, ECKERLE4, RAT43, BENNETT5;

    /** The model's value for one observation. */
    double value(double[] b, double[] predictors) {
        double x = predictors[0];
        return switch (this) {
            case MISRA1A, BOXBOD -> b[0] * (1 - Math.exp(-b[1] * x));
            case MISRA1B -> b[0] * (1 - Math.pow(1 + b[1] * x / 2, -2));
            case MISRA1C -> b[0] * (1 - Math.pow(1 + 2 * b[1] * x, -0.5));
            case MISRA1D -> b[0] * b[1] * x / (1 + b[1] * x);
            case CHWIRUT1, CHWIRUT2 -> Math.exp(-b[0] * x) / (b[1] + b[2] * x);
            case LANCZOS1, LANCZOS2, LANCZOS3 ->
                    b[0] * Math.exp(-b[1] * x) + b[2] * Math.exp(-b[3] * x) + b[4] * Math.exp(-b[5] * x);
            case GAUSS1, GAUSS2, GAUSS3 ->
                    b[0] * Math.exp(-b[1] * x) + b[2] * bell((x - b[3]) / b[4]) + b[5] * bell((x - b[6]) / b[7]);
            case DANWOOD -> b[0] * Math.pow(x, b[1]);
            case KIRBY2 -> (b[0] + b[1] * x + b[2] * x * x) / (1 + b[3] * x + b[4] * x * x);
            case HAHN1, THURBER -> (b[0] + x * (b[1] + x * (b[2] + x * b[3]))) / (1 + x * (b[4] + x * (b[5] + x * b[6])));
            case NELSON -> b[0] - b[1] * x * Math.exp(-b[2] * predictors[1]);
            case MGH09 -> b[0] * (x * x + x * b[1]) / (x * x + x * b[2] + b[3]);
            case MGH10 -> b[0] * Math.exp(b[1] / (x + b[2]));
            case MGH17 -> b[0] + b[1] * Math.exp(-x * b[3]) + b[2] * Math.exp(-x * b[4]);
            case ROSZMAN1 -> b[0] - b[1] * x - Math.atan(b[2] / (x - b[3])) / Math.PI;
            case ENSO -> b[0] + wave(b[1], b[2], 12, x) + wave(b[4], b[5], b[3], x) + wave(b[7], b[8], b[6], x);
            case RAT42 -> b[0] / (1 + Math.exp(b[1] - b[2] * x));
            case RAT43 -> b[0] / Math.pow(1 + Math.exp(b[1] - b[2] * x), 1 / b[3]);
            case ECKERLE4 -> b[0] / b[1] * Math.exp(-0.5 * (x - b[2]) / b[1] * (x - b[2]) / b[1]);
            case BENNETT5 -> b[0] * Math.pow(b[1] + x, -1 / b[2]);
        };
    }

    private static double bell(double z) {
        return Math.exp(-z * z);
    }

    private static double wave(double cosine, double sine, double period, double x) {
        double angle = 2 * Math.PI * x / period;
        return cosine * Math.cos(angle) + sine * Math.sin(angle);
    }

    /** What the model is compared with. */
    double target(double observed) {
        return this == NELSON ? Math.log(observed) : observed;
    }

    static NistModel of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
