#!/usr/bin/env python3
"""Packs the built program: Debian packages, or a tarball for any Linux with glibc 2.36 or later.

    package.py deb|tarball KOPIYKA OUT

`deb` writes kopiyka_VERSION_amd64.deb (the program without symbols, completions, man pages in English and Ukrainian, rules for
people to read, examples) and kopiyka-dbgsym_VERSION_amd64.deb (its symbols). `tarball` writes kopiyka-VERSION-linux-x86_64.tar.gz
with the same files below one folder, and an install.sh.

The same program gives the same bytes: all times are SOURCE_DATE_EPOCH, by default the last commit's. Needs dpkg-deb and binutils.
"""
import gzip
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
LANGUAGES = {"en": "man", "uk": "man/uk"}
SHELLS = {
    "bash": "bash-completion/completions/kopiyka",
    "zsh": "zsh/vendor-completions/_kopiyka",
    "fish": "fish/vendor_completions.d/kopiyka.fish",
}
EXAMPLES_BYTES_MAX = 64 << 10


def output(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, **options).stdout


def epoch():
    said = os.environ.get("SOURCE_DATE_EPOCH")
    return int(said or output("git", "-C", str(ROOT), "log", "-1", "--format=%ct"))


class Package:
    """The files of the package below a folder that stands for /usr."""

    def __init__(self, kopiyka, usr):
        self.kopiyka, self.usr = kopiyka, usr
        self.version = output(kopiyka, "--version").decode().split()[1]
        self.date = time.strftime("%Y-%m-%d", time.gmtime(epoch()))

    def write(self, path, data, mode=0o644):
        target = self.usr / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        target.chmod(mode)

    def fill(self):
        self.write("bin/kopiyka", pathlib.Path(self.kopiyka).read_bytes(), 0o755)
        for shell, path in SHELLS.items():
            self.write("share/" + path, output(self.kopiyka, "completion", shell))
        self.add_manual()
        for path in sorted((ROOT / "rules").glob("*.csv")):
            self.write(f"share/kopiyka/rules/{path.name}", path.read_bytes())
        for path in sorted((ROOT / "rules" / "banks").rglob("*.yaml")):
            self.write(f"share/kopiyka/rules/banks/{path.relative_to(ROOT / 'rules' / 'banks')}", path.read_bytes())
        for name in ("manual.md",):
            self.write(f"share/doc/kopiyka/{name}", (ROOT / "docs" / name).read_bytes())
        samples = ROOT / "samples"
        for path in sorted(samples.rglob("*")):
            if path.is_file() and path.suffix not in (".py", ".expected") and path.stat().st_size <= EXAMPLES_BYTES_MAX:
                self.write(f"share/doc/kopiyka/examples/{path.relative_to(samples)}", path.read_bytes())
        self.write("share/doc/kopiyka/copyright", self.copyright())

    def copyright(self):
        return (HERE / "copyright").read_bytes() + b"\n" + (ROOT / "NOTICE").read_bytes()

    def add_manual(self):
        """The page of the program, and those that it names: commands in section 1, topics in 5."""
        named = re.findall(r"\\fB([\w.\\-]+)\((\d)\)\\fR", output(self.kopiyka, "man").decode())
        pages = [("kopiyka", "1")] + [(name.replace("\\-", "-"), section) for name, section in named]
        for language, folder in LANGUAGES.items():
            for name, section in pages:
                topic = [name.removeprefix("kopiyka-")] if name != "kopiyka" else []
                page = output(self.kopiyka, "man", section, *topic, "--lang", language)
                page = page.replace(f' {section} "" "'.encode(), f' {section} "{self.date}" "'.encode(), 1)
                self.write(f"share/{folder}/man{section}/{name}.{section}.gz", zipped(page))


def zipped(data):
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0, compresslevel=9) as file:
        file.write(data)
    return packed.getvalue()


def settle(folder):
    """All times the same, and folders that everybody may read."""
    at = epoch()
    for path in [folder, *folder.rglob("*")]:
        if path.is_dir():
            path.chmod(0o755)
        os.utime(path, (at, at), follow_symlinks=False)


def glibc_of(program):
    """The newest version of glibc whose symbols the program names."""
    names = re.findall(r"GLIBC_(\d+)\.(\d+)", output("objdump", "-T", program).decode())
    major, minor = max((int(a), int(b)) for a, b in names)
    return f"{major}.{minor}"


def control(package, version, size, **fields):
    lines = [
        f"Package: {package}", f"Version: {version}", "Architecture: amd64",
        "Maintainer: Kopiyka developers <developers@kopiyka.invalid>", f"Installed-Size: {size}",
        *(f"{name.replace('_', '-')}: {value}" for name, value in fields.items()),
    ]
    return "\n".join(lines) + "\n"


def build(folder, package, version, out, **fields):
    meta = folder / "DEBIAN"
    meta.mkdir()
    files = sorted(path for path in folder.rglob("*") if path.is_file() and meta not in path.parents)
    size = sum((path.stat().st_size + 1023) // 1024 for path in files)
    sums = [output("md5sum", str(path)).split()[0].decode() + "  " + str(path.relative_to(folder)) for path in files]
    (meta / "control").write_text(control(package, version, size, **fields))
    (meta / "md5sums").write_text("\n".join(sums) + "\n")
    settle(folder)
    deb = out / f"{package}_{version}_amd64.deb"
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch())}
    output("dpkg-deb", "--root-owner-group", "-Zxz", "--threads-max=1", "--build", str(folder), str(deb), env=environment)
    return deb


def strip(program, symbols):
    """The program without symbols; these go to a file named by the program's build id."""
    identity = re.search(r"Build ID: ([0-9a-f]+)", output("readelf", "-n", str(program)).decode())
    if not identity:
        sys.exit("package.py: error: the program has no build id; build it with make release")
    debug = symbols / "lib/debug/.build-id" / identity[1][:2] / (identity[1][2:] + ".debug")
    debug.parent.mkdir(parents=True, exist_ok=True)
    output("objcopy", "--only-keep-debug", "--compress-debug-sections", str(program), str(debug))
    debug.chmod(0o644)
    output("strip", "--strip-unneeded", "--remove-section=.comment", str(program))
    return identity[1]


def make_deb(kopiyka, out, work):
    staged, symbols = work / "kopiyka", work / "symbols"
    package = Package(kopiyka, staged / "usr")
    package.fill()
    identity = strip(staged / "usr/bin/kopiyka", symbols / "usr")
    changes = (HERE / "changelog").read_text().replace("@VERSION@", package.version).replace(
        "@DATE@", time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(epoch())))
    package.write("share/doc/kopiyka/changelog.gz", zipped(changes.encode()))
    package.write("share/lintian/overrides/kopiyka", (HERE / "overrides").read_bytes())
    needed = f"libc6 (>= {glibc_of(str(staged / 'usr/bin/kopiyka'))}), libxml2 (>= 2.9.14)"
    made = [build(
        staged, "kopiyka", package.version, out, Section="misc", Priority="optional", Depends=needed,
        Recommends="poppler-utils", Suggests="hledger",
        Description="bank statements into a ledger you can trust\n " + "\n ".join((HERE / "description").read_text().splitlines()))]
    Package(kopiyka, symbols / "usr").write(
        "share/doc/kopiyka-dbgsym/copyright", package.copyright())
    Package(kopiyka, symbols / "usr").write("share/doc/kopiyka-dbgsym/changelog.gz", zipped(changes.encode()))
    made.append(build(
        symbols, "kopiyka-dbgsym", package.version, out, Section="debug", Priority="optional",
        Depends=f"kopiyka (= {package.version})", Build_Ids=identity,
        Description="debug symbols for kopiyka\n What a debugger reads about the program kopiyka."))
    return made


def make_tarball(kopiyka, out, work):
    package = Package(kopiyka, work / "files")
    package.fill()
    strip(work / "files/bin/kopiyka", work / "symbols")
    shutil.copy(HERE / "install.sh", work / "files/install.sh")
    (work / "files/install.sh").chmod(0o755)
    settle(work / "files")
    name = f"kopiyka-{package.version}-linux-x86_64"
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted((work / "files").rglob("*")):
            entry = archive.gettarinfo(path, f"{name}/{path.relative_to(work / 'files')}")
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            with open(path, "rb") if path.is_file() else io.BytesIO() as data:
                archive.addfile(entry, data if path.is_file() else None)
    packed = out / (name + ".tar.gz")
    packed.write_bytes(zipped(plain.getvalue()))
    return [packed]


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("deb", "tarball"):
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[3])
    out.mkdir(parents=True, exist_ok=True)
    # Packages of another version would be checked too.
    for old in out.glob("*.deb" if sys.argv[1] == "deb" else "*.tar.gz"):
        old.unlink()
    with tempfile.TemporaryDirectory() as work:
        make = make_deb if sys.argv[1] == "deb" else make_tarball
        for path in make(os.path.abspath(sys.argv[2]), out, pathlib.Path(work)):
            print(f"{path}: {path.stat().st_size / (1 << 20):.1f} MiB")


main()
