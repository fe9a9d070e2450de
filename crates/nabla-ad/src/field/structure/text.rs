//! The methods `value` of the form `structure`, as text: one for each type of the method of numbers.
//!
//! `{THIS}.value` is the user's method, `{FIRST}` its derivative of the first order, and `{ELEMENTS}`
//! its code over elements, which only orders from the second on ask for. Each has a copy of the arguments, for it
//! may use their array for results.

/// `double value(double)`. The argument is in local 1, its value in 2, its order in 4, f and its
/// derivatives in 5, what the elements give in 6, the order at hand in 7.
pub const FUNCTION: &str = "
    aload 1; {CALL} {ARGUMENT}.getValue ()D; dstore 2
    aload 1; {CALL} {ARGUMENT}.getOrder ()I; istore 4
    iload 4; iconst_1; iadd; newarray double; astore 5 [D
    aload 5; iconst_0; aload 0; dload 2; invokevirtual {THIS}.value (D)D; dastore
    iload 4; iconst_1; if_icmplt done
    aload 5; iconst_1; aload 0; dload 2; invokevirtual {THIS}.{FIRST} (D)D; dastore
    iload 4; iconst_2; if_icmplt done
    aload 0
    {VARIABLE}
    invokevirtual {THIS}.{ELEMENTS} (L{INTERFACE};)L{INTERFACE};; checkcast {STRUCTURE}; astore 6 L{STRUCTURE};
    iconst_2; istore 7
    next:
    iload 7; iload 4; if_icmpgt done
    aload 5; iload 7; aload 6; iconst_1; newarray int; dup; iconst_0; iload 7; iastore
    invokevirtual {STRUCTURE}.getPartialDerivative ([I)D; dastore
    iinc 7 1; goto next
    done:
    {COMPOSE_FUNCTION}
    aload 18; areturn";

/// Puts the argument, composed with a number and its derivatives, into local 18. Libraries add products to
/// zero: where the number is -0.0, all signs are turned before and after.
pub const COMPOSE: &str = "
    aconst_null; astore 18 L{ARGUMENT};
    iconst_0; istore 17
    aload {ARRAY}; iconst_0; daload; dconst_0; dcmpl; ifne plain
    dconst_1; aload {ARRAY}; iconst_0; daload; ddiv; dconst_0; dcmpg; ifge plain
    negated:
    iload 17; aload {ARRAY}; arraylength; if_icmpge turned
    aload {ARRAY}; iload 17; aload {ARRAY}; iload 17; daload; dneg; dastore
    iinc 17 1; goto negated
    turned:
    aload 1; aload {ARRAY}; {CALL} {ARGUMENT}.compose ([D){COMPOSED}; {NEGATE}
    checkcast {ARGUMENT}; astore 18
    goto composite
    plain:
    aload 1; aload {ARRAY}; {CALL} {ARGUMENT}.compose ([D){COMPOSED}; checkcast {ARGUMENT}; astore 18
    composite:";

/// `double[] value(double)`. The values are in local 5, the derivatives in 6, the elements in 7.
pub const VECTOR: &str = "
    aload 1; {CALL} {ARGUMENT}.getValue ()D; dstore 2
    aload 1; {CALL} {ARGUMENT}.getOrder ()I; istore 4
    aload 0; dload 2; invokevirtual {THIS}.value (D)[D; astore 5 [D
    aconst_null; astore 6 [D
    aconst_null; astore 7 [L{INTERFACE};
    iload 4; iconst_1; if_icmplt known
    iconst_1; anewarray [D; astore 9 [[D
    aload 0; dload 2; dconst_1; aload 9; invokevirtual {THIS}.{FIRST} (DD[[D)[D; pop
    aload 9; iconst_0; aaload; astore 6 [D
    iload 4; iconst_2; if_icmplt known
    aload 0
    {VARIABLE}
    invokevirtual {THIS}.{ELEMENTS} (L{INTERFACE};)[L{INTERFACE};; astore 7 [L{INTERFACE};
    known:
    {ROW}
    aload 8; areturn";

/// `double[][] value(double)`: the same for each row. All values are in local 12, derivatives in 13,
/// elements in 14 and results in 15; the row's number is in 16.
pub const MATRIX: &str = "
    aload 1; {CALL} {ARGUMENT}.getValue ()D; dstore 2
    aload 1; {CALL} {ARGUMENT}.getOrder ()I; istore 4
    aload 0; dload 2; invokevirtual {THIS}.value (D)[[D; astore 12 [[D
    aconst_null; astore 13 [[D
    aconst_null; astore 14 [[L{INTERFACE};
    iload 4; iconst_1; if_icmplt known
    iconst_1; anewarray [[D; astore 15 [[[D
    aload 0; dload 2; dconst_1; aload 15; invokevirtual {THIS}.{FIRST} (DD[[[D)[[D; pop
    aload 15; iconst_0; aaload; astore 13 [[D
    iload 4; iconst_2; if_icmplt known
    aload 0
    {VARIABLE}
    invokevirtual {THIS}.{ELEMENTS} (L{INTERFACE};)[[L{INTERFACE};; astore 14 [[L{INTERFACE};
    known:
    aload 12; arraylength; istore 9
    {NEW_ROWS}
    astore 15 [[L{ARGUMENT};
    iconst_0; istore 16
    row:
    iload 16; aload 12; arraylength; if_icmpge done
    aload 12; iload 16; aaload; astore 5 [D
    aconst_null; astore 6 [D
    aconst_null; astore 7 [L{INTERFACE};
    iload 4; iconst_1; if_icmplt split
    aload 13; iload 16; aaload; astore 6 [D
    iload 4; iconst_2; if_icmplt split
    aload 14; iload 16; aaload; astore 7 [L{INTERFACE};
    split:
    {ROW}
    aload 15; iload 16; aload 8; aastore
    iinc 16 1; goto row
    done:
    aload 15; areturn";

/// Composes the argument with each number of a row: the results are in local 8, the place in 9, the
/// number and its derivatives in 10, the order at hand in 11.
pub const ROW: &str = "
    aload 5; arraylength; istore 9
    {NEW_ROW}
    astore 8 [L{ARGUMENT};
    iconst_0; istore 9
    component:
    iload 9; aload 5; arraylength; if_icmpge full
    iload 4; iconst_1; iadd; newarray double; astore 10 [D
    aload 10; iconst_0; aload 5; iload 9; daload; dastore
    iconst_2; istore 11
    iload 4; iconst_1; if_icmplt composed
    aload 10; iconst_1; aload 6; iload 9; daload; dastore
    next:
    iload 11; iload 4; if_icmpgt composed
    aload 10; iload 11; aload 7; iload 9; aaload; checkcast {STRUCTURE}
    iconst_1; newarray int; dup; iconst_0; iload 11; iastore
    invokevirtual {STRUCTURE}.getPartialDerivative ([I)D; dastore
    iinc 11 1; goto next
    composed:
    {COMPOSE_ROW}
    aload 8; iload 9; aload 18; aastore
    iinc 9 1; goto component
    full:";

/// `double value(double[])`. The values of the arguments are in local 2, the gradient in 4, the value
/// in 5, the element in 7.
pub const OF_MANY: &str = "
    {VALUES}
    aload 2; arraylength; newarray double; astore 4 [D
    aload 0; aload 2; aload 4; invokevirtual {THIS}.{FIRST} ([D[D)D; dstore 5
    aload 1; iconst_0; aaload; invokevirtual {STRUCTURE}.getOrder ()I; istore 8
    aconst_null; astore 7 L{STRUCTURE};
    iload 8; iconst_2; if_icmplt known
    aload 0; aload 1; aload 1; arraylength
    invokestatic java/util/Arrays.copyOf ([Ljava/lang/Object;I)[Ljava/lang/Object;; checkcast [L{INTERFACE};
    invokevirtual {THIS}.{ELEMENTS} ([L{INTERFACE};)L{INTERFACE};
    checkcast {STRUCTURE}; astore 7 L{STRUCTURE};
    known:
    {CHAINED}
    areturn";

/// `double[] value(double[])`. The Jacobian is in local 18, all values in 19, all elements in 20, the
/// results in 21, the place in 22.
pub const VECTOR_OF_MANY: &str = "
    {VALUES}
    aload 0; aload 2; invokevirtual {THIS}.value ([D)[D; astore 19 [D
    {VALUES_AGAIN}
    aload 19; arraylength; anewarray [D; astore 18 [[D
    iconst_0; istore 22
    rows:
    iload 22; aload 19; arraylength; if_icmpge ready
    aload 18; iload 22; aload 2; arraylength; newarray double; aastore
    iinc 22 1; goto rows
    ready:
    aload 0; aload 2; aload 18; invokevirtual {THIS}.{FIRST} ([D[[D)[D; pop
    aload 1; iconst_0; aaload; invokevirtual {STRUCTURE}.getOrder ()I; istore 8
    aconst_null; astore 20 [L{INTERFACE};
    iload 8; iconst_2; if_icmplt known
    aload 0; aload 1; aload 1; arraylength
    invokestatic java/util/Arrays.copyOf ([Ljava/lang/Object;I)[Ljava/lang/Object;; checkcast [L{INTERFACE};
    invokevirtual {THIS}.{ELEMENTS} ([L{INTERFACE};)[L{INTERFACE};; astore 20 [L{INTERFACE};
    known:
    aload 19; arraylength; anewarray {STRUCTURE}; astore 21 [L{STRUCTURE};
    iconst_0; istore 22
    component:
    iload 22; aload 19; arraylength; if_icmpge full
    aload 18; iload 22; aaload; astore 4 [D
    aload 19; iload 22; daload; dstore 5
    aconst_null; astore 7 L{STRUCTURE};
    iload 8; iconst_2; if_icmplt split
    aload 20; iload 22; aaload; checkcast {STRUCTURE}; astore 7 L{STRUCTURE};
    split:
    {CHAINED}
    astore 7 L{STRUCTURE};
    aload 21; iload 22; aload 7; aastore
    iinc 22 1; goto component
    full:
    aload 21; areturn";

/// Reads the values of the arguments into local 2; the place is in 3.
pub const VALUES: &str = "
    aload 1; arraylength; newarray double; astore 2 [D
    iconst_0; istore 3
    value{AGAIN}:
    iload 3; aload 1; arraylength; if_icmpge values{AGAIN}
    aload 2; iload 3; aload 1; iload 3; aaload; invokevirtual {STRUCTURE}.getValue ()D; dastore
    iinc 3 1; goto value{AGAIN}
    values{AGAIN}:";

/// Leaves on the stack the structure with the value of local 5 and, by the chain rule, first
/// derivatives of the gradient in 4; the higher ones are those of the element in 7, where there is
/// one. The free parameters are counted in 9, all derivatives in 10, the parameter at hand is in 11,
/// its orders in 12, its derivative in 13 and that of an argument in 15.
pub const CHAINED: &str = "
    aload 1; iconst_0; aaload; invokevirtual {STRUCTURE}.getFreeParameters ()I; istore 9
    aload 7; ifnonnull higher
    iconst_1; iload 8; iload 9; imul; iadd; newarray double; astore 10 [D
    goto first
    higher:
    aload 7; invokevirtual {STRUCTURE}.getAllDerivatives ()[D; astore 10 [D
    first:
    aload 10; iconst_0; dload 5; dastore
    iconst_0; istore 11
    iload 8; ifeq chained
    parameter:
    iload 11; iload 9; if_icmpge chained
    iload 9; newarray int; astore 12 [I
    aload 12; iload 11; iconst_1; iastore
    dconst_0; dstore 13
    iconst_0; istore 3
    argument:
    iload 3; aload 1; arraylength; if_icmpge summed
    aload 1; iload 3; aaload; aload 12; invokevirtual {STRUCTURE}.getPartialDerivative ([I)D; dstore 15
    dload 15; dconst_0; dcmpl; ifeq zero
    dload 13; aload 4; iload 3; daload; dload 15; dmul; dadd; dstore 13
    zero:
    iinc 3 1; goto argument
    summed:
    aload 10
    {COMPILER}
    aload 12; invokevirtual {DIFFERENTIATION}DSCompiler.getPartialDerivativeIndex ([I)I; dload 13; dastore
    iinc 11 1; goto parameter
    chained:
    {BUILD}";
