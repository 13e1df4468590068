import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The path of a browser's program, or why there is none. */
export type FoundBrowser = { readonly program: string } | { readonly missing: string };

/** What looking for a browser, and installing one, needs of the machine. */
export interface Machine {
  /** Runs a program to its end. */
  run(program: string, given: readonly string[]): Run;
  /** The machine's `/etc/os-release`; empty where it has none. */
  readonly release: string;
  readonly isRoot: boolean;
}

/** What came of a program. */
export interface Run {
  readonly succeeded: boolean;
  /** The last line that it wrote. */
  readonly lastLine: string;
}

/** Names under which distributions, and images of build machines, have Chromium. */
const programs = ["chromium", "chromium-browser", "google-chrome"];

/** Long enough for a slow mirror. */
const timeout = 300_000;

/** Two runs at a time wait for each other; the lock goes with its holder, however that ends. */
const lock = join(tmpdir(), "install-chromium.lock");

/** Chromium as it is on this machine; where there is none, and Debian has it, it is installed. */
export function findChromium(machine: Machine = thisMachine): FoundBrowser {
  const found = installed(machine);
  if (found !== undefined) return { program: found };
  // Ubuntu's package of that name is a pointer to a snap.
  if (!/^ID=debian$/m.test(machine.release))
    return { missing: "chromium is not installed, and this is no Debian to install it from" };
  const failure = install(machine);
  const program = installed(machine);
  if (program !== undefined) return { program };
  return { missing: `chromium could not be installed: ${failure ?? "it does not start"}` };
}

/** The path of a browser that runs. */
function installed(machine: Machine): string | undefined {
  const paths = programs.map((program) => machine.run("which", [program]).lastLine);
  return paths.find((path) => path !== "" && machine.run(path, ["--version"]).succeeded);
}

/** @returns why it did not succeed. */
function install(machine: Machine): string | undefined {
  const asRoot = (...given: readonly string[]): Run => {
    const locked = ["flock", lock, ...given];
    const [program = "", ...rest] = machine.isRoot ? locked : ["sudo", "-n", ...locked];
    return machine.run(program, rest);
  };
  const wanted = ["apt-get", "install", "-y", "--no-install-recommends", "chromium"];
  if (asRoot(...wanted).succeeded) return undefined;
  // Images of containers come without lists of packages.
  const update = asRoot("apt-get", "update");
  const again = asRoot(...wanted);
  return again.succeeded ? undefined : again.lastLine || update.lastLine;
}

const thisMachine: Machine = {
  run(program, given) {
    const { status, stdout, stderr, error } = spawnSync(program, given, {
      encoding: "utf8",
      timeout,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    const text = error === undefined ? `${stdout}\n${stderr}` : error.message;
    return { succeeded: status === 0, lastLine: text.trim().split("\n").at(-1) ?? "" };
  },
  get release() {
    try {
      return readFileSync("/etc/os-release", "utf8");
    } catch {
      return "";
    }
  },
  isRoot: process.getuid?.() === 0,
};
