import { chmodSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  goldenFolder,
  readTree,
  runCli,
  temporaryFolder,
  writeTree,
} from "../../../generator/test/support.ts";

const minimal = readFileSync(join(goldenFolder, "minimal", "description.yaml"), "utf8");
const config = "openapi-packages.config.mjs";

/** A project whose package managers leave a file where they are called. */
function projectOf(files: Readonly<Record<string, string>>) {
  const cwd = temporaryFolder();
  writeTree(cwd, files);
  const stubs = temporaryFolder();
  writeTree(stubs, { npm: '#!/bin/sh\ntouch "$(dirname "$0")/called"\n' });
  chmodSync(join(stubs, "npm"), 0o755);
  const path = [stubs, process.env["PATH"]].join(delimiter);
  return {
    cwd,
    isInstalled: () => existsSync(join(stubs, "called")),
    init: (...args: readonly string[]) =>
      runCli(["init", "--yes", "--install", ...args], {
        cwd,
        env: { ...process.env, PATH: path, CI: "1" },
      }),
  };
}

/** An address where nobody listens any more. */
async function closedUrl(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}/openapi.yaml`;
}

const configured = (members: string): Record<string, string> => ({
  "openapi.yaml": minimal,
  [config]: `// Ours.\nexport default { ${members} };\n`,
});

describe("init of what cannot be generated from", () => {
  const files = {
    "package.json": '{ "name": "app" }\n',
    "openapi.yaml": minimal,
    "settings.yaml": "port: 1\n",
    "broken.yaml": "openapi: 3.1.0\npaths: {",
    "faulty.yaml":
      "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /a: { $ref: b.yaml } }\n",
    "folder/openapi.yaml": minimal,
    taken: "a file",
  };

  it.each([
    [
      "a name that is misspelt",
      ["openapi.yml"],
      /there is no file openapi\.yml\n.*did you mean openapi\.yaml\?/,
    ],
    [
      "a scheme that nobody reads",
      ["htp://example.com/openapi.yaml"],
      /htp is no scheme by which a description is read\n.*that begins with https:/,
    ],
    ["a folder", ["folder"], /folder is a folder\n.*there is folder\/openapi\.yaml/],
    ["a file that is no OpenAPI", ["settings.yaml"], /settings\.yaml {2}not-openapi/],
    ["a file that does not parse", ["broken.yaml"], /broken\.yaml:2:\d+/],
    ["a description with errors", ["faulty.yaml"], /faulty\.yaml:3:\d+/],
    ["standard input", ["-"], /save the description to a file/],
    ["a file where the folder goes", ["openapi.yaml", "--out", "taken"], /taken is not a folder/],
    ["a file above the folder", ["openapi.yaml", "--out", "taken/api"], /taken is not a folder/],
  ])("neither writes nor installs anything: %s", async (_, args, message) => {
    const { cwd, init, isInstalled } = projectOf(files);
    const { code, stderr } = await init(...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(readTree(cwd)).toEqual(files);
    expect(isInstalled()).toBe(false);
  });

  it.each([
    [
      "no JSON",
      { "package.json": '{ "name": ' },
      "package.json is not JSON: Unexpected end of JSON input",
    ],
    ["a list", { "package.json": "[]\n" }, "package.json is not an object"],
    ["a file src", { src: "a file" }, "src is not a folder"],
  ])("changes no project with %s", async (_, wrong, message) => {
    const project = { ...files, ...wrong };
    const { cwd, init, isInstalled } = projectOf(project);
    const { code, stderr } = await init("openapi.yaml");
    expect([code, stderr]).toEqual([2, expect.stringMatching(/; nothing was changed\n/)]);
    expect(stderr).toContain(message);
    expect(readTree(cwd)).toEqual(project);
    expect(isInstalled()).toBe(false);
  });

  // Everything may be written to by root.
  it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "changes nothing where one of the files is read-only",
    async () => {
      const project = { ...files, ".gitattributes": "*.md text\n" };
      const { cwd, init } = projectOf(project);
      chmodSync(join(cwd, ".gitattributes"), 0o444);
      const { code, stderr } = await init("openapi.yaml");
      expect([code, stderr]).toEqual([
        2,
        `${join(cwd, ".gitattributes")} cannot be written to: EACCES, permission denied; nothing was changed\n`,
      ]);
      expect(readTree(cwd)).toEqual(project);
    },
  );

  it("takes a package.json with a byte order mark", async () => {
    const { cwd, init } = projectOf({ ...files, "package.json": '\uFEFF{ "name": "app" }\n' });
    expect(await init("openapi.yaml")).toMatchObject({ code: 0 });
    const text = readFileSync(join(cwd, "package.json"), "utf8");
    expect(JSON.parse(text.slice(1))).toMatchObject({
      scripts: { generate: "openapi-packages generate" },
    });
  });

  it("neither writes nor installs anything for a URL that does not answer", async () => {
    const { cwd, init, isInstalled } = projectOf(files);
    const url = await closedUrl();
    const { code, stderr } = await init(url);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`${url} cannot be reached: nothing listens there (ECONNREFUSED)`),
    ]);
    expect(readTree(cwd)).toEqual(files);
    expect(isInstalled()).toBe(false);
  });

  it("takes the right name afterwards", async () => {
    const { cwd, init } = projectOf(files);
    await init("openapi.yml");
    expect(await init("openapi.yaml")).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, config), "utf8")).toContain('description: "openapi.yaml"');
  });
});

describe("init where there is a configuration", () => {
  it("gives it the description that is named", async () => {
    const { cwd, init } = projectOf(
      configured('layout: "folder", out: "src/api", description: "openapi.yml"'),
    );
    const { code, stdout } = await init("openapi.yaml");
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^edited {3}openapi-packages\.config\.mjs: description "openapi\.yaml" instead of "openapi\.yml"$/m,
      ),
    ]);
    expect(stdout).not.toContain("kept");
    expect(readFileSync(join(cwd, config), "utf8")).toBe(
      '// Ours.\nexport default { layout: "folder", out: "src/api", description: "openapi.yaml" };\n',
    );
    expect(existsSync(join(cwd, "src/api/client/index.ts"))).toBe(true);
  });

  it("gives that to one in JSON too", async () => {
    const json = '{\n  "description": "old.yaml", "layout": "folder", "out": "api"\n}\n';
    const name = "openapi-packages.config.json";
    const { cwd, init } = projectOf({ "openapi.yaml": minimal, [name]: json });
    expect(await init("openapi.yaml")).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, name), "utf8")).toBe(json.replace("old.yaml", "openapi.yaml"));
  });

  it("keeps it where it says the same", async () => {
    const files = configured('description: "openapi.yaml", layout: "folder", out: "src/api"');
    const { init } = projectOf(files);
    const { code, stdout } = await init("./openapi.yaml", "--out", "src/api");
    expect([code, stdout]).toEqual([0, expect.stringContaining(`kept     ${config}`)]);
  });

  const folder = 'layout: "folder", out: "src/api"';
  it.each([
    [
      "other packages",
      `description: "openapi.yaml", ${folder}, packages: ["client"]`,
      ["--packages", "paths"],
      /packages: "client", and --packages says paths: change it there/,
    ],
    [
      "another folder",
      `description: "openapi.yaml", ${folder}`,
      ["--out", "lib"],
      /out: "src\/api", and --out says lib: change it there/,
    ],
    [
      "another layout",
      `description: "openapi.yaml", ${folder}`,
      ["--layout", "packages"],
      /layout: "folder", and --layout says packages/,
    ],
    [
      "a description that is not there",
      `description: "old.yaml", ${folder}`,
      ["new.yaml"],
      /there is no file new\.yaml/,
    ],
    [
      "its own, which is not there",
      `description: "old.yaml", ${folder}`,
      [],
      /there is no file old\.yaml/,
    ],
    [
      "one that is put together",
      `description: "old" + ".yaml", ${folder}`,
      ["openapi.yaml"],
      /is for old\.yaml, and not for openapi\.yaml: change its description there/,
    ],
  ])("changes nothing, and says what to do: %s", async (_, members, args, message) => {
    const files = configured(members);
    const { cwd, init, isInstalled } = projectOf(files);
    const { code, stderr } = await init(...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(readTree(cwd)).toEqual(files);
    expect(isInstalled()).toBe(false);
  });
});

it("init names the descriptions of a configuration of several", async () => {
  const files = {
    "openapi.yaml": minimal,
    [config]: `export default ${JSON.stringify(
      ["a", "b"].map((name) => ({ description: `${name}.yaml`, layout: "folder", out: name })),
    )};\n`,
  };
  const { cwd, init } = projectOf(files);
  const { code, stderr } = await init("openapi.yaml");
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(
      /has 2 jobs, and none is for openapi\.yaml: add one there, or name "a\.yaml"/,
    ),
  ]);
  expect(readTree(cwd)).toEqual(files);
});

it("scaffold says that its folder is a file", async () => {
  const cwd = temporaryFolder();
  writeTree(cwd, { "openapi.yaml": minimal, handlers: "a file" });
  const args = ["scaffold", "openapi.yaml", "--server", "api/server", "--out"];
  for (const out of ["handlers", "handlers/mine"]) {
    const { code, stderr } = await runCli([...args, out], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/handlers is not a folder/)]);
  }
});
