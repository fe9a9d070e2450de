package programs;

/**
 * Hand tracking as in ADBench, with fewer bones: joint angles pose a skeleton, vertices follow their
 * bones by weights, the whole is turned and moved, and compared with measured points.
 */
class HandTracking {
    // release: 8

    /** A matrix by columns. */
    static final class Matrix {
        final int rows;
        final int columns;
        final double[] data;

        Matrix(int rows, int columns) {
            this.rows = rows;
            this.columns = columns;
            data = new double[rows * columns];
        }

        static Matrix identity(int n) {
            Matrix m = new Matrix(n, n);
            for (int i = 0; i < n; i++) {
                m.set(i, i, 1);
            }
            return m;
        }

        double get(int row, int column) {
            return data[row + column * rows];
        }

        void set(int row, int column, double value) {
            data[row + column * rows] = value;
        }

        Matrix times(Matrix o) {
            Matrix m = new Matrix(rows, o.columns);
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < o.columns; j++) {
                    double sum = get(i, 0) * o.get(0, j);
                    for (int k = 1; k < columns; k++) {
                        sum += get(i, k) * o.get(k, j);
                    }
                    m.set(i, j, sum);
                }
            }
            return m;
        }

        /** Adds {@code weight} times a matrix of the same size. */
        void add(double weight, Matrix o) {
            for (int i = 0; i < data.length; i++) {
                data[i] += weight * o.data[i];
            }
        }
    }

    /** A rotation by three angles, about z after y after x. */
    private static Matrix euler(double[] angles) {
        Matrix x = Matrix.identity(4);
        Matrix y = Matrix.identity(4);
        Matrix z = Matrix.identity(4);
        plane(x, 1, 2, angles[0]);
        plane(y, 2, 0, angles[1]);
        plane(z, 0, 1, angles[2]);
        return z.times(y).times(x);
    }

    private static void plane(Matrix m, int i, int j, double angle) {
        double c = Math.cos(angle);
        double s = Math.sin(angle);
        m.set(i, i, c);
        m.set(j, j, c);
        m.set(j, i, s);
        m.set(i, j, -s);
    }

    /** A rotation by an axis times the angle; no rotation by less than a ten-thousandth. */
    private static Matrix axis(double[] r) {
        double norm = Math.sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
        Matrix m = Matrix.identity(4);
        if (norm < 0.0001) {
            return m;
        }
        double x = r[0] / norm;
        double y = r[1] / norm;
        double z = r[2] / norm;
        double s = Math.sin(norm);
        double c = Math.cos(norm);
        double d = 1 - c;
        double[][] values = {
            {x * x + (1 - x * x) * c, x * y * d - z * s, x * z * d + y * s},
            {x * y * d + z * s, y * y + (1 - y * y) * c, y * z * d - x * s},
            {x * z * d - y * s, z * y * d + x * s, z * z + (1 - z * z) * c},
        };
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                m.set(i, j, values[i][j]);
            }
        }
        return m;
    }

    // The skeleton: a wrist and two fingers of three bones.
    static final int BONES = 7;
    static final int[] PARENTS = {-1, 0, 1, 2, 0, 4, 5};

    /** How far a bone begins from its parent's beginning, along x and y. */
    static double offset(int bone, int component) {
        return component == 0 ? 0.5 + 0.1 * bone : component == 1 ? 0.2 * (bone % 3) - 0.1 : 0;
    }

    static double weight(int bone, int vertex) {
        return (1 + (bone + vertex) % 4) / 15.0;
    }

    static double vertex(int vertex, int component) {
        return Math.sin(1 + vertex + 2 * component);
    }

    /** The angles of each bone: a finger's first has two, the others one; the wrist has none. */
    private static double[][] pose(double[] theta) {
        double[][] pose = new double[BONES][3];
        int next = 6;
        for (int finger = 0; finger < 2; finger++) {
            for (int i = 0; i < 3; i++) {
                double[] angles = pose[1 + 3 * finger + i];
                angles[0] = theta[next++];
                if (i == 0) {
                    angles[1] = theta[next++];
                }
            }
        }
        return pose;
    }

    private static Matrix[] absolutes(double[][] pose) {
        Matrix[] absolutes = new Matrix[BONES];
        for (int b = 0; b < BONES; b++) {
            Matrix base = Matrix.identity(4);
            for (int i = 0; i < 3; i++) {
                base.set(i, 3, offset(b, i));
            }
            Matrix relative = base.times(euler(pose[b]));
            absolutes[b] = PARENTS[b] < 0 ? relative : absolutes[PARENTS[b]].times(relative);
        }
        return absolutes;
    }

    private static Matrix skin(Matrix[] absolutes, int vertices) {
        Matrix base = new Matrix(4, vertices);
        for (int v = 0; v < vertices; v++) {
            for (int i = 0; i < 3; i++) {
                base.set(i, v, vertex(v, i));
            }
            base.set(3, v, 1);
        }
        Matrix positions = new Matrix(3, vertices);
        for (int b = 0; b < BONES; b++) {
            Matrix moved = absolutes[b].times(base);
            Matrix part = new Matrix(3, vertices);
            for (int v = 0; v < vertices; v++) {
                for (int i = 0; i < 3; i++) {
                    part.set(i, v, moved.get(i, v) * weight(b, v));
                }
            }
            positions.add(1, part);
        }
        return positions;
    }

    /** Turned by the first three parameters, moved by the next three. */
    private static double[] errors(double[] theta, int vertices) {
        Matrix positions = skin(absolutes(pose(theta)), vertices);
        Matrix homogeneous = new Matrix(4, vertices);
        for (int v = 0; v < vertices; v++) {
            for (int i = 0; i < 3; i++) {
                homogeneous.set(i, v, positions.get(i, v));
            }
        }
        Matrix turned = axis(theta).times(homogeneous);
        double[] errors = new double[3 * vertices];
        for (int v = 0; v < vertices; v++) {
            for (int i = 0; i < 3; i++) {
                errors[3 * v + i] = Math.cos(v + i) - (turned.get(i, v) + theta[3 + i]);
            }
        }
        return errors;
    }

    // wrt: theta
    // run: error({0.3, -0.2, 0.6, 0.1, 0.25, -0.4, 0.5, -0.3, 0.7, 0.2, 0.4, 0.15, 0.9, -0.6}, 5, 10) = ~ 1e-12: -0.7181504644911813, d = ~ 1e-12: (0.557331944097291, -0.3848132045826489, -1.2860456490302352, -0.0, -1.0, -0.0, -0.0912132627143338, -0.07095583579720349, -0.18602094377944123, -0.11362513837003309, 0.16012738508643673, -0.16919529751792073, 0.003260595277687607, 0.0317228344598461)
    // run: error({0.0, 0.0, 0.0, 0.1, 0.25, -0.4, 0.5, -0.3, 0.7, 0.2, 0.4, 0.15, 0.9, -0.6}, 3, 2) = ~ 1e-12: 0.15563582984234775, d = ~ 1e-12: (-0.0, -0.0, -0.0, -0.0, -0.0, -1.0, -0.6098636953814812, 1.0308652722129497, -0.41815454708668787, -0.24684810435086701, -0.38926426026545535, 0.8530118525894151, -0.2650090687356033, -0.14350835837367396), nonsmooth
    static double error(double[] theta, int vertices, int which) {
        return errors(theta, vertices)[which];
    }

    // wrt: theta
    // run: cost({0.3, -0.2, 0.6, 0.1, 0.25, -0.4, 0.5, -0.3, 0.7, 0.2, 0.4, 0.15, 0.9, -0.6}, 6) = ~ 1e-12: 44.911859930379876, d = ~ 1e-12: (-0.7146759816703626, 4.977694174649728, 15.952019627513605, 22.562145894674167, 18.28065492883349, 4.501641805919059, 0.8134098076411664, 3.241387984156996, 0.8029692524085418, 0.5139492205258385, 1.100638585870632, -2.766818097609398, 0.7101598946323198, 0.6676326849022641)
    static double cost(double[] theta, int vertices) {
        double sum = 0;
        for (double e : errors(theta, vertices)) {
            sum += e * e;
        }
        return sum;
    }

    /** The same with tangents; points are carried from bone to bone, there is no matrix. */
    static final class Reference {
        private static Twin[] turn(Twin[] p, int i, int j, Twin angle) {
            Twin[] q = p.clone();
            q[i] = p[i].times(angle.cos()).minus(p[j].times(angle.sin()));
            q[j] = p[i].times(angle.sin()).plus(p[j].times(angle.cos()));
            return q;
        }

        private static Twin[] about(Twin[] r, Twin[] p) {
            Twin norm = r[0].times(r[0]).plus(r[1].times(r[1])).plus(r[2].times(r[2])).sqrt();
            if (!(norm.value >= 0.0001)) {
                return p;
            }
            Twin along = Twin.of(0);
            for (int i = 0; i < 3; i++) {
                along = along.plus(r[i].times(p[i]).over(norm));
            }
            Twin[] q = new Twin[3];
            for (int i = 0; i < 3; i++) {
                int j = (i + 1) % 3;
                int k = (i + 2) % 3;
                Twin cross = r[j].times(p[k]).minus(r[k].times(p[j])).over(norm);
                Twin axis = r[i].over(norm).times(along);
                q[i] = p[i].minus(axis).times(norm.cos()).plus(cross.times(norm.sin())).plus(axis);
            }
            return q;
        }

        static Twin one(Twin[] theta, int vertex, int component) {
            Twin[] sum = Twin.of(0, 0, 0);
            for (int b = 0; b < BONES; b++) {
                Twin[] p = Twin.of(vertex(vertex, 0), vertex(vertex, 1), vertex(vertex, 2));
                for (int bone = b; bone >= 0; bone = PARENTS[bone]) {
                    if (bone > 0) {
                        int finger = (bone - 1) / 3;
                        int joint = (bone - 1) % 3;
                        int at = 6 + 4 * finger + (joint == 0 ? 0 : joint + 1);
                        p = turn(p, 1, 2, theta[at]);
                        p = joint == 0 ? turn(p, 2, 0, theta[at + 1]) : p;
                    }
                    for (int i = 0; i < 3; i++) {
                        p[i] = p[i].plus(offset(bone, i));
                    }
                }
                for (int i = 0; i < 3; i++) {
                    sum[i] = sum[i].plus(p[i].times(weight(b, vertex)));
                }
            }
            Twin position = about(theta, sum)[component].plus(theta[3 + component]);
            return position.negated().plus(Math.cos(vertex + component));
        }

        static Twin all(Twin[] theta, int vertices) {
            Twin sum = Twin.of(0);
            for (int v = 0; v < vertices; v++) {
                for (int i = 0; i < 3; i++) {
                    Twin e = one(theta, v, i);
                    sum = sum.plus(e.times(e));
                }
            }
            return sum;
        }
    }

    public static void main(String[] args) {
        double[] bent = {0.3, -0.2, 0.6, 0.1, 0.25, -0.4, 0.5, -0.3, 0.7, 0.2, 0.4, 0.15, 0.9, -0.6};
        double[] unturned = bent.clone();
        java.util.Arrays.fill(unturned, 0, 3, 0);
        String theta = "{%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s}";
        Twin.print("error(" + theta + ", 5, 10)", p -> Reference.one(p, 3, 1), bent);
        Twin.print("error(" + theta + ", 3, 2)", p -> Reference.one(p, 0, 2), unturned);
        Twin.print("cost(" + theta + ", 6)", p -> Reference.all(p, 6), bent);
    }
}
