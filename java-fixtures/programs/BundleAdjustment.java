package programs;

/**
 * Bundle adjustment as in ADBench: a point is turned into a camera's frame, projected, distorted by
 * the lens, and compared with where it was seen. A camera is its rotation (angle times axis), centre,
 * focal length, principal point and two coefficients of distortion, in this order.
 */
class BundleAdjustment {
    // release: 8

    private static final int CENTRE = 3;
    private static final int FOCAL = 6;
    private static final int PRINCIPAL = 7;
    private static final int DISTORTION = 9;

    private static void cross(double[] a, double[] b, double[] out) {
        out[0] = a[1] * b[2] - a[2] * b[1];
        out[1] = a[2] * b[0] - a[0] * b[2];
        out[2] = a[0] * b[1] - a[1] * b[0];
    }

    private static double squares(double[] a, int length) {
        double sum = 0;
        for (int i = 0; i < length; i++) {
            sum += a[i] * a[i];
        }
        return sum;
    }

    /** Rodrigues' formula. */
    private static double[] rotate(double[] rotation, double[] point) {
        double[] out = new double[3];
        double[] product = new double[3];
        double squared = squares(rotation, 3);
        if (squared > 0) {
            double angle = Math.sqrt(squared);
            double cosine = Math.cos(angle);
            double sine = Math.sin(angle);
            double[] axis = new double[3];
            double along = 0;
            for (int i = 0; i < 3; i++) {
                axis[i] = rotation[i] * (1 / angle);
                along += axis[i] * point[i];
            }
            cross(axis, point, product);
            for (int i = 0; i < 3; i++) {
                out[i] = point[i] * cosine + product[i] * sine + axis[i] * (along * (1 - cosine));
            }
        } else {
            cross(rotation, point, product);
            for (int i = 0; i < 3; i++) {
                out[i] = point[i] + product[i];
            }
        }
        return out;
    }

    private static double[] project(double[] camera, double[] point) {
        double[] shifted = new double[3];
        for (int i = 0; i < 3; i++) {
            shifted[i] = point[i] - camera[CENTRE + i];
        }
        double[] seen = rotate(camera, shifted);
        double[] image = {seen[0] / seen[2], seen[1] / seen[2]};
        double radius = squares(image, 2);
        double distortion = 1 + camera[DISTORTION] * radius + camera[DISTORTION + 1] * radius * radius;
        for (int i = 0; i < 2; i++) {
            image[i] = image[i] * distortion * camera[FOCAL] + camera[PRINCIPAL + i];
        }
        return image;
    }

    /** Both components and the weight's own error into {@code error}. */
    private static void errors(double[] camera, double[] point, double weight, double[] feature, double[] error) {
        double[] image = project(camera, point);
        error[0] = weight * (image[0] - feature[0]);
        error[1] = weight * (image[1] - feature[1]);
        error[2] = 1 - weight * weight;
    }

    // wrt: camera, point, weight
    // run: horizontal({0.3, -0.2, 0.5, 0.1, 0.4, -3.0, 1.2, 0.05, -0.1, 0.02, -0.01}, {0.7, -0.4, 1.5}, 0.9, {0.25, 0.5}) = ~ 1e-12: -0.07719808553784725, d = ~ 1e-12: (0.35948597847338004, 1.0843141817429123, 0.29823990405635625, -0.2160579639662172, 0.1350419699265017, 0.052815189849095924, 0.08566826205179395, 0.9, 0.0, 0.02175886505944584, 0.0046229322802617935, 0.2160579639662172, -0.1350419699265017, -0.052815189849095924, -0.08577565059760806)
    // run: horizontal({0.0, 0.0, 0.0, 0.1, -0.2, -2.0, 0.8, 0.0, 0.1, 0.1, 0.03}, {-0.3, 0.6, 1.0}, 1.1, {0.25, 0.5}) = ~ 1e-12: -0.3934041086419754, d = ~ 1e-12: (0.03875186831275722, 0.9074067489711936, -0.23680821728395068, -0.2971088592592593, 0.0021971753086419753, -0.040200427983539094, -0.14800513580246916, 1.1, 0.0, -0.010429629629629632, -9.270781893004117E-4, 0.2971088592592593, -0.0021971753086419753, 0.040200427983539094, -0.3576400987654321)
    static double horizontal(double[] camera, double[] point, double weight, double[] feature) {
        double[] error = new double[3];
        errors(camera, point, weight, feature, error);
        return error[0];
    }

    // All cameras see all points: half the sum of squares, as a least squares solver minimises it.
    // wrt: cameras, points
    // run: cost({0.3, -0.2, 0.5, 0.1, 0.4, -3.0, 1.2, 0.05, -0.1, 0.02, -0.01, -0.1, 0.4, 0.2, -0.5, 0.3, -2.5, 0.9, -0.05, 0.2, -0.03, 0.02}, {0.7, -0.4, 1.5, -0.3, 0.6, 1.0}, 0.9) = ~ 1e-12: 2.135312520176196, d = ~ 1e-12: (1.6724305587743076, -0.8798533553419627, -0.08652210062270248, 0.31576098441618466, 0.32150958109170114, 0.044230656854578915, 0.6447593767723124, -0.3081380088176946, -1.2770823426779492, 0.15487685187875277, 0.031217132187826183, -1.909412066799467, 1.1918995884189603, 0.7823344210762732, -0.33830892009240543, -0.5214410434949144, 0.06527401674667622, 0.7954969923547697, 0.6201068175237135, 1.984130806050115, 0.3998767337691259, 0.2538331479636962, 0.1611602137264826, 0.01195477490175978, -0.05984065481625854, -0.13861227805026183, 0.18797668750145335, -0.049664018784996614)
    static double cost(double[] cameras, double[] points, double weight) {
        double[] error = new double[3];
        double sum = 0;
        for (int c = 0; c < cameras.length; c += 11) {
            double[] camera = java.util.Arrays.copyOfRange(cameras, c, c + 11);
            for (int p = 0; p < points.length; p += 3) {
                double[] point = {points[p], points[p + 1], points[p + 2]};
                errors(camera, point, weight, new double[] {0.1 * p, 0.2 - 0.1 * c}, error);
                sum += squares(error, 3);
            }
        }
        return 0.5 * sum;
    }

    // ADBench's own test: its first camera, and what it publishes of the first row, but for the last two numbers all.
    // wrt: camera, x, y
    // run: published({1.797201, 0.590697, -0.635786, 90.859550, 29.361415, 28.777534, 211.628116, -0.284531, -14.762924, 0.058931, 0.069976}, 4.173048, 5.586898) = ~ 1e-11: -2.69048849235189402e-01, d = ~ 1e-11: (2.28877202208246757e+02, 6.34574811495545418e+02, -7.82222866259340549e+02, 2.42892615607159668e+00, -1.17828079628011313e+01, 2.54169312487743460e+00, -1.03657084958518086e+00, 4.17022000000000004e-01, 0.0, -3.50739521096005205e+02, -9.12107773667008576e+02, -2.42892615607159668e+00, 1.17828079628011313e+01)
    static double published(double[] camera, double x, double y) {
        double[] error = new double[3];
        errors(camera, new double[] {x, y, 1.403869}, 0.417022, new double[] {-525.672849, 161.811929}, error);
        return error[0];
    }

    // wrt: weight
    // run: publishedWeight(0.417022) = ~ 1e-14: 8.26092651515999976e-01, d = ~ 1e-14: -8.34044000000000008e-01
    static double publishedWeight(double weight) {
        double[] error = new double[3];
        errors(new double[11], new double[] {0.0, 0.0, 1.0}, weight, new double[2], error);
        return error[2];
    }

    /** The same with tangents, the rotation as a matrix. */
    static final class Reference {
        private static Twin[][] matrix(Twin x, Twin y, Twin z) {
            Twin squared = x.times(x).plus(y.times(y)).plus(z.times(z));
            Twin s = Twin.of(1);
            Twin c = Twin.of(0.5);
            if (squared.value > 0) {
                Twin angle = squared.sqrt();
                s = angle.sin().over(angle);
                c = angle.cos().negated().plus(1).over(squared);
            }
            Twin[] r = {x, y, z};
            Twin[][] skew = {
                {Twin.of(0), z.negated(), y}, {z, Twin.of(0), x.negated()}, {y.negated(), x, Twin.of(0)},
            };
            Twin[][] m = new Twin[3][3];
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    Twin square = r[i].times(r[j]).minus(i == j ? squared : Twin.of(0));
                    m[i][j] = skew[i][j].times(s).plus(square.times(c)).plus(i == j ? 1 : 0);
                }
            }
            return m;
        }

        private static Twin error(Twin[] camera, Twin[] point, Twin weight, double feature, int component) {
            Twin[][] m = matrix(camera[0], camera[1], camera[2]);
            Twin[] seen = new Twin[3];
            for (int i = 0; i < 3; i++) {
                seen[i] = Twin.of(0);
                for (int j = 0; j < 3; j++) {
                    seen[i] = seen[i].plus(m[i][j].times(point[j].minus(camera[CENTRE + j])));
                }
            }
            Twin x = seen[0].over(seen[2]);
            Twin y = seen[1].over(seen[2]);
            Twin radius = x.times(x).plus(y.times(y));
            Twin distortion = radius.times(camera[DISTORTION + 1]).plus(camera[DISTORTION]).times(radius).plus(1);
            Twin image = (component == 0 ? x : y).times(distortion).times(camera[FOCAL]);
            return image.plus(camera[PRINCIPAL + component]).minus(feature).times(weight);
        }

        static Twin one(Twin[] p, double feature) {
            Twin[] camera = java.util.Arrays.copyOfRange(p, 0, 11);
            Twin[] point = java.util.Arrays.copyOfRange(p, 11, 14);
            return error(camera, point, p[14], feature, 0);
        }

        static Twin all(Twin[] p, int cameras, Twin weight) {
            Twin sum = Twin.of(0);
            int points = 11 * cameras;
            for (int c = 0; c < points; c += 11) {
                Twin[] camera = java.util.Arrays.copyOfRange(p, c, c + 11);
                for (int i = 0; points + i < p.length; i += 3) {
                    Twin[] point = java.util.Arrays.copyOfRange(p, points + i, points + i + 3);
                    Twin u = error(camera, point, weight, 0.1 * i, 0);
                    Twin v = error(camera, point, weight, 0.2 - 0.1 * c, 1);
                    Twin w = weight.times(weight).negated().plus(1);
                    sum = sum.plus(u.times(u)).plus(v.times(v)).plus(w.times(w));
                }
            }
            return sum.times(0.5);
        }
    }

    public static void main(String[] args) {
        double[] turned = {0.3, -0.2, 0.5, 0.1, 0.4, -3, 1.2, 0.05, -0.1, 0.02, -0.01, 0.7, -0.4, 1.5, 0.9};
        String camera = "{%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s}";
        String one = "horizontal(" + camera + ", {%s, %s, %s}, %s, {0.25, 0.5})";
        Twin.print(one, p -> Reference.one(p, 0.25), turned);
        double[] straight = {0, 0, 0, 0.1, -0.2, -2, 0.8, 0, 0.1, 0.1, 0.03, -0.3, 0.6, 1, 1.1};
        Twin.print(one, p -> Reference.one(p, 0.25), straight);
        double[] two = {
            0.3, -0.2, 0.5, 0.1, 0.4, -3, 1.2, 0.05, -0.1, 0.02, -0.01,
            -0.1, 0.4, 0.2, -0.5, 0.3, -2.5, 0.9, -0.05, 0.2, -0.03, 0.02,
            0.7, -0.4, 1.5, -0.3, 0.6, 1,
        };
        String cost = "cost({" + camera.substring(1, camera.length() - 1) + ", " + camera.substring(1) + ", {%s, %s, %s, %s, %s, %s}, 0.9)";
        Twin.print(cost, p -> Reference.all(p, 2, Twin.of(0.9)), two);
    }
}
