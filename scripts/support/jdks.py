"""The JDKs of this machine, by feature version."""

import os
import pathlib
import re
import sys


def find():
    """`JAVA_HOME` and what lies below `/usr/lib/jvm`: version to home, oldest first."""
    homes = [pathlib.Path(os.environ["JAVA_HOME"])] if os.environ.get("JAVA_HOME") else []
    homes += sorted(pathlib.Path("/usr/lib/jvm").glob("*"))
    found = {}
    for home in homes:
        release = home / "release"
        if (home / "lib/modules").is_file() and release.is_file():
            version = re.search(r'JAVA_VERSION="(\d+)', release.read_text())
            if version:
                found.setdefault(int(version[1]), home.resolve())
    return dict(sorted(found.items()))


def need(versions):
    """The JDKs of these versions; stops the script if one is missing."""
    found = find()
    for version in versions:
        if version not in found:
            sys.exit(f"a JDK {version} is missing: install it below /usr/lib/jvm or name it in JAVA_HOME, or choose with --jdk")
    return {version: found[version] for version in versions}
