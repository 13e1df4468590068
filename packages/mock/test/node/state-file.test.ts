import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
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
    ["no JSON", "{", "no JSON"],
    ["no snapshot", "[]", "/count must be a number"],
    ["empty", "", "no JSON"],
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
      `${file} is no state of a mock (${reason}); it was moved to ${file}.broken-2, and the mock starts afresh`,
    ]);
  });

  test("of a newer version is left as it is", async () => {
    const file = await temporaryFile("state.json", '{"version":2}');
    await expect(stateFile(file).kept.load()).rejects.toMatchObject({
      name: "MockStartError",
      message: `${file}  the state file is of version 2, which is newer than this mock; update the mock, or name another file`,
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
      `${file} cannot be written: it is a folder; the mock goes on without it`,
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
      `${file} cannot be written: there is no such file or folder; the mock goes on without it`,
    ]);
    await mkdir(folder);
    await kept.close();
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ version: 1, count: 1 });
  });
});
