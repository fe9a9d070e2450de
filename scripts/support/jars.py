"""The published jars of `jars.tsv`: fetched once with Maven, checked by SHA-256, then kept.

They lie in `.cache/jars`, which git ignores; once they are there, no network is needed.
"""

import hashlib
import pathlib
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache"
FOLDER = CACHE / "jars"
TABLE = pathlib.Path(__file__).with_name("jars.tsv")

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>fetch</groupId><artifactId>fetch</artifactId><version>1</version><packaging>pom</packaging>
  <build><plugins><plugin>
    <groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId><version>3.8.1</version>
    <configuration><outputDirectory>{folder}</outputDirectory><artifactItems>{items}</artifactItems></configuration>
  </plugin></plugins></build>
</project>
"""
ITEM = "<artifactItem><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version><classifier>{}</classifier></artifactItem>"


@dataclass(frozen=True)
class Jar:
    """One line of the table."""

    group: str
    coordinates: str
    sha256: str

    @property
    def path(self):
        _, *name = self.parts()
        return FOLDER / f"{'-'.join(filter(None, name))}.jar"

    @property
    def version(self):
        return self.coordinates.split(":")[2]

    def parts(self):
        """Group, artifact, version and classifier, which may be empty."""
        return (self.coordinates.split(":") + [""])[:4]

    def whole(self):
        return self.path.is_file() and hashlib.sha256(self.path.read_bytes()).hexdigest() == self.sha256


def table():
    """All jars, in the order of the table."""
    lines = TABLE.read_text().splitlines()
    return [Jar(*line.split("\t")) for line in lines if line and not line.startswith("#")]


def fetch(*groups):
    """The jars of these sets, whole; stops the script if one cannot be had."""
    wanted = [jar for jar in table() if jar.group in groups]
    missing = [jar for jar in wanted if not jar.whole()]
    if missing:
        download(missing)
    for jar in missing:
        if not jar.whole():
            sys.exit(f"{jar.path} is not the jar that jars.tsv names: its SHA-256 differs")
    return wanted


def download(jars):
    if not shutil.which("mvn"):
        sys.exit("Maven is missing; on Debian: apt-get install maven")
    FOLDER.mkdir(parents=True, exist_ok=True)
    items = "".join(ITEM.format(*jar.parts()) for jar in jars)
    with tempfile.TemporaryDirectory() as scratch:
        pom = pathlib.Path(scratch) / "pom.xml"
        pom.write_text(POM.format(folder=FOLDER, items=items))
        print(f"fetching {len(jars)} jars", file=sys.stderr)
        command = ["mvn", "--batch-mode", "--no-transfer-progress", "--quiet", "-Dstyle.color=never", "-f", pom]
        if subprocess.run([*command, "dependency:copy"], stdout=sys.stderr).returncode != 0:
            sys.exit("the jars could not be fetched; the first run needs the network")
