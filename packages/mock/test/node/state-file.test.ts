import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { StateFile } from "../../src/node/files/state-file.ts";
import { temporaryFile, temporaryFolder } from "./ending.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A state file of a mock that remembers one number. */
function stateFile(file: string) {
  const said: string[] = [];
  const mock = { version: 1, count: 0 };
  const snapshot = vi.fn<() => object>(() => ({ ...mock }));
  const kept = new StateFile({
    file,
    snapshot,
    restore(value) {
      const count = (value as { count?: unknown } | null)?.count;
      if (typeof count !== "number") throw new TypeError("/count must be a number");
      mock.count = count;
    },
    say: (line) => void said.push(line),
  });
  return { kept, mock, said, snapshot };
}

describe("a state file", () => {
  test("gathers changes, and is written soon", async () => {
    const file = join(temporaryFolder(), "state.json");
    const { kept, mock, snapshot } = stateFile(file);
    await kept.load();
    mock.count = 5;
    kept.changed();
    await vi.advanceTimersByTimeAsync(150);
    kept.changed();
    expect(snapshot).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(50);
    expect(snapshot).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1000);
    expect(snapshot).toHaveBeenCalledOnce();
    await kept.close();
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ version: 1, count: 5 });
  });

  test("is whole at any time, and leaves no other file", async () => {
    const file = await temporaryFile("state.json", '{"version":1,"count":1}');
    const { kept, mock } = stateFile(file);
    await kept.load();
    expect(mock.count).toBe(1);
    mock.count = 2;
    await kept.close();
    expect(await readdir(join(file, ".."))).toEqual(["state.json"]);
  });

  test.each([
    ["no JSON", "{", "not JSON"],
    ["no snapshot", "[]", "/count must be a number"],
    ["empty", "", "not JSON"],
  ])("that is %s is set aside, and takes no other's place", async (_, text, reason) => {
    const file = await temporaryFile("state.json", text);
    await writeFile(`${file}.broken-1`, "from before");
    const { kept, said } = stateFile(file);
    await kept.load();
    await kept.close();
    expect(await readFile(`${file}.broken-1`, "utf8")).toBe("from before");
    expect(await readFile(`${file}.broken-2`, "utf8")).toBe(text);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ version: 1, count: 0 });
    expect(said).toEqual([
      `${file} is not the state of a mock (${reason}): it was renamed to ${file}.broken-2, and the mock starts with an empty state`,
    ]);
  });

  test("of a newer version is left as it is", async () => {
    const file = await temporaryFile("state.json", '{"version":2}');
    await expect(stateFile(file).kept.load()).rejects.toMatchObject({
      name: "MockStartError",
      message: `${file}  the state file is of version 2, which is newer than this mock; update the mock, or use another file`,
    });
    expect(await readFile(file, "utf8")).toBe('{"version":2}');
    expect(await readdir(join(file, ".."))).toEqual(["state.json"]);
  });

  test("whose place is taken leaves no other file behind", async () => {
    const file = join(temporaryFolder(), "state.json");
    const { kept, said } = stateFile(file);
    await kept.load();
    await mkdir(file);
    await kept.close();
    expect(said).toEqual([
      `${file} cannot be written: it is a folder; the mock continues without it`,
    ]);
    expect(await readdir(join(file, ".."))).toEqual(["state.json"]);
  });

  test("that cannot be written is told of once, and written when it can be", async () => {
    const folder = join(temporaryFolder(), "kept");
    await mkdir(folder);
    const file = join(folder, "state.json");
    const { kept, mock, said } = stateFile(file);
    await kept.load();
    await rename(folder, `${folder}-away`);
    await kept.close();
    mock.count = 1;
    await kept.close();
    expect(said).toEqual([
      `${file} cannot be written: there is no such file or folder; the mock continues without it`,
    ]);
    await mkdir(folder);
    await kept.close();
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ version: 1, count: 1 });
  });
});

describe("a state file is safe", () => {
  const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777;

  test("from others: it is its owner's alone, unless it was not before", async () => {
    const file = join(temporaryFolder(), "state.json");
    const { kept, mock } = stateFile(file);
    await kept.load();
    await kept.close();
    expect(await modeOf(file)).toBe(0o600);
    await chmod(file, 0o640);
    mock.count = 1;
    await kept.close();
    expect(await modeOf(file)).toBe(0o640);
  });

  test("from links at the name of the file that takes its place", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "state.json");
    const victim = await temporaryFile("victim", "precious");
    await symlink(victim, `${file}.${process.pid}.tmp`);
    const { kept } = stateFile(file);
    await kept.load();
    await kept.close();
    expect(await readFile(victim, "utf8")).toBe("precious");
    expect((await lstat(file)).isFile()).toBe(true);
  });

  test("by a link: what it leads to is replaced", async () => {
    const target = await temporaryFile("target.json", '{"version":1,"count":1}');
    const file = join(temporaryFolder(), "state.json");
    await symlink(target, file);
    const { kept, mock } = stateFile(file);
    await kept.load();
    mock.count = 2;
    await kept.close();
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect(JSON.parse(await readFile(target, "utf8"))).toMatchObject({ count: 2 });
  });

  test.each([
    ["a folder", temporaryFolder, "it is a folder"],
    ["a device without an end", () => "/dev/zero", "it is not a regular file"],
  ])("where it is %s: it is left", async (_, make, reason) => {
    await expect(stateFile(make()).kept.load()).rejects.toMatchObject({
      name: "MockStartError",
      message: expect.stringContaining(`the state file cannot be used: ${reason}`),
    });
  });

  test("where it is larger than is read", async () => {
    const file = await temporaryFile("state.json", "");
    await truncate(file, 300 * 1024 * 1024);
    await expect(stateFile(file).kept.load()).rejects.toMatchObject({
      message: expect.stringContaining("it has 314572800 bytes, of which 268435456 are read"),
    });
  });

  test("where it is nested without an end", async () => {
    const text = `{"version":1,"count":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const file = await temporaryFile("state.json", text);
    const { kept, said } = stateFile(file);
    await kept.load();
    expect(said).toEqual([expect.stringContaining("(must not be deeper than 500 levels)")]);
  });
});
