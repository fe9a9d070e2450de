"""The `nabla-rs` command, built in release mode."""

import os
import pathlib
import subprocess
import sys

from jars import ROOT


def build():
    """The command's path; `NABLA_RS` names one that is built already."""
    if os.environ.get("NABLA_RS"):
        return os.environ["NABLA_RS"]
    if subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "nabla-cli"], cwd=ROOT).returncode != 0:
        sys.exit("nabla-rs cannot be built")
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / "release/nabla-rs"
