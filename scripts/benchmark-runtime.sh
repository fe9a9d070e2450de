#!/bin/sh
# Measures what the run time makes: how long a lambda that was not seen before takes, and how fast its derivative is beside one
# written by hand (in turns, in five JVMs; then by JMH, which needs a calm machine and gets further arguments).
#
#   scripts/benchmark-runtime.sh [JMH OPTION...]
#
# Needs cargo, Maven and a JDK of at least 17; after a first run nothing is downloaded with OFFLINE=1.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)

cargo build --quiet --release ${OFFLINE:+--offline} --manifest-path "$root/Cargo.toml" -p nabla-jni
library=${CARGO_TARGET_DIR:-$root/target}/release/libnabla_jni.so

mvn --batch-mode --quiet ${OFFLINE:+--offline} --file "$root/java/pom.xml" --activate-profiles benchmarks \
    --projects runtime-benchmarks --also-make -DskipTests package
java() {
    command "${JAVA_HOME:+$JAVA_HOME/bin/}java" "-Dnabla.native.path=$library" \
        -cp "$root/java/runtime-benchmarks/target/runtime-benchmarks.jar" "$@"
}
java io.github.nablars.benchmarks.runtime.FirstCalls
for _ in 1 2 3 4 5; do java io.github.nablars.benchmarks.runtime.InTurns; done
java org.openjdk.jmh.Main "$@" RuntimeBenchmark
