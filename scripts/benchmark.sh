#!/bin/sh
# Measures the generated tangents against the primal, hand-written tangents, Hipparchus, Commons Math and central differences.
#
#   scripts/benchmark.sh [--objects|--few|--many|--adbench] [--quick] [--check] [--variants LIST] [--forks N] [--json FILE] [--verbose] [KERNEL]
#
# KERNEL is a regular expression found in the kernel's name, e.g. kepler or 'horner|rosenbrock'. All kernels with all variants take
# about fifteen minutes. Needs cargo, Maven and a JDK of at least 17; after a first run nothing is downloaded with OFFLINE=1.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)

if [ -z "${NABLA_RS:-}" ]; then
    cargo build --quiet --release ${OFFLINE:+--offline} --manifest-path "$root/Cargo.toml" -p nabla-cli
    NABLA_RS=${CARGO_TARGET_DIR:-$root/target}/release/nabla-rs
fi
export NABLA_RS

mvn --batch-mode --quiet ${OFFLINE:+--offline} --file "$root/java/pom.xml" --activate-profiles benchmarks \
    --projects benchmarks --also-make package
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -jar "$root/java/benchmarks/target/benchmarks.jar" "$@"
