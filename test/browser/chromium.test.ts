import { expect, test } from "vitest";
import { findChromium } from "./chromium.ts";
import type { Machine } from "./chromium.ts";

/** A machine that may have a browser and may run other programs, and notes what it runs. */
function machine(given: {
  readonly browser: () => string | undefined;
  readonly can?: (command: string) => boolean;
  readonly release?: string;
  readonly isRoot?: boolean;
}): Machine & { readonly commands: readonly string[] } {
  const commands: string[] = [];
  const { browser, can = () => false, release = "NAME=Debian\nID=debian\n", isRoot = true } = given;
  return {
    commands,
    release,
    isRoot,
    run(program, rest) {
      if (program === "which") {
        const isThere = rest[0] === browser();
        return { succeeded: isThere, lastLine: isThere ? `/usr/bin/${rest[0]}` : "" };
      }
      if (rest[0] === "--version") return { succeeded: true, lastLine: "Chromium 1" };
      const command = [program, ...rest].join(" ");
      commands.push(command);
      const succeeded = can(command);
      return { succeeded, lastLine: succeeded ? "" : `cannot ${program}` };
    },
  };
}

/** Has Chromium once it was installed. */
function installable(isRoot: boolean) {
  let browser: string | undefined;
  const can = (command: string): boolean => {
    if (command.includes("apt-get install")) browser = "chromium";
    return true;
  };
  return machine({ isRoot, browser: () => browser, can });
}

test("a browser that is there is taken, under any of its names", () => {
  const given = machine({ browser: () => "google-chrome" });
  expect(findChromium(given)).toEqual({ program: "/usr/bin/google-chrome" });
  expect(given.commands).toEqual([]);
});

test("on Debian a missing browser is installed, one run after the other", () => {
  const given = installable(true);
  expect(findChromium(given)).toEqual({ program: "/usr/bin/chromium" });
  expect(given.commands).toEqual([
    expect.stringMatching(/^flock \S+ apt-get install -y --no-install-recommends chromium$/),
  ]);
});

test("who is not root asks for the right without a password", () => {
  const given = installable(false);
  expect(findChromium(given)).toEqual({ program: "/usr/bin/chromium" });
  expect(given.commands).toEqual([
    expect.stringMatching(
      /^sudo -n flock \S+ apt-get install -y --no-install-recommends chromium$/,
    ),
  ]);
});

test("lists of packages are fetched where they are missing", () => {
  let hasLists = false;
  let browser: string | undefined;
  const given = machine({
    browser: () => browser,
    can(command) {
      if (command.endsWith("apt-get update")) hasLists = true;
      else if (hasLists) browser = "chromium";
      return hasLists;
    },
  });
  expect(findChromium(given)).toEqual({ program: "/usr/bin/chromium" });
});

test("where it cannot be installed, the reason is told", () => {
  const given = machine({ browser: () => undefined, isRoot: false });
  expect(findChromium(given)).toEqual({ missing: "chromium could not be installed: cannot sudo" });
});

test("where the system is no Debian, nothing is installed", () => {
  const given = machine({ browser: () => undefined, release: "ID=ubuntu\nID_LIKE=debian\n" });
  expect(findChromium(given)).toEqual({ missing: expect.stringContaining("no Debian") });
  expect(given.commands).toEqual([]);
});
