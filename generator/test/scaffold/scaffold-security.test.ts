import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scaffoldReport } from "../../src/commands/scaffold-report.ts";
import { handlerProject, textOf, touched, typeFaults, type TestOperation } from "./scaffolding.ts";

const list: TestOperation = { id: "ListKeys", tag: "keys", route: "GET /keys" };
const make: TestOperation = { id: "MakeKey", tag: "keys", route: "POST /keys" };

const bearer = { type: "http", scheme: "bearer", description: "A key of `*/ evil()` @internal." };
const key = { type: "apiKey", in: "query", name: "api_key" };
const one = { bearer };
const two = { bearer, "api-key": key };

const styles = [
  ["operation", "plain", "security"],
  ["operation", "store", "createSecurity"],
  ["tag", "plain", "security"],
  ["tag", "store", "createSecurity"],
] as const;

describe.each(styles)("verifiers, a file per %s, template %s", (layout, template, name) => {
  const style = { layout, template };

  it("are written once, refuse, and are passed on by the index", async () => {
    const { run, files } = handlerProject();
    const { created } = await run([list], style, two);
    expect(created).toContain("security.ts");
    const { "security.ts": text = "", "index.ts": index } = files();
    expect(index).toContain(`export { ${name} } from "./security.js";`);
    expect(text).toContain("bearer: (_credential) => undefined,");
    expect(text).toContain('"api-key": (_credential) => undefined,');
    expect(text).toContain("The API key in the query parameter `api_key`, as `credential.value`.");
    expect(text).toContain("A key of `*\\/ evil()` \\@internal.");
    expect(typeFaults(files(), [list], ["bearer", "api-key"])).toEqual([]);
    expect(touched(await run([list], {}, two))).toEqual([]);
  });

  it("are added to a folder of before, with a line in its index", async () => {
    const { run, files } = handlerProject();
    await run([list, make], style);
    expect(files()).not.toHaveProperty("security.ts");
    const { created, edited } = await run([list, make], {}, one);
    expect(created).toEqual(["security.ts"]);
    expect(edited.map(({ path }) => path)).toEqual(["index.ts"]);
    expect(typeFaults(files(), [list, make], ["bearer"])).toEqual([]);
    expect(touched(await run([list, make], {}, one))).toEqual([]);
  });

  it("get the one of a new scheme, and keep what was written", async () => {
    const project = handlerProject();
    await project.run([list], style, one);
    const written = textOf(project, "security.ts").replace(
      "(_credential) => undefined",
      '({ token }) => token === "secret"',
    );
    project.write({ "security.ts": written });
    const plan = await project.run([list], { dryRun: true }, two);
    expect(scaffoldReport(plan, true)).toContain('"api-key": (_credential) => undefined,');
    expect(textOf(project, "security.ts")).toBe(written);
    const { edited } = await project.run([list], {}, two);
    expect(edited.map(({ path }) => path)).toEqual(["security.ts"]);
    const now = textOf(project, "security.ts");
    for (const line of written.split("\n")) expect(now).toContain(line);
    expect(typeFaults(project.files(), [list], ["bearer", "api-key"])).toEqual([]);
    expect(touched(await project.run([list], {}, two))).toEqual([]);
  });
});

describe("a file of verifiers", () => {
  it("has another name where a tag has that one", async () => {
    const { run, files } = handlerProject();
    const login = { id: "Login", tag: "security", route: "POST /login" };
    await run([login], { layout: "tag" }, one);
    expect(files()["index.ts"]).toContain('export { security } from "./handler-security.js";');
    expect(typeFaults(files(), [login], ["bearer"])).toEqual([]);
  });

  it("is not made for a description that names no scheme", async () => {
    const { run, files } = handlerProject();
    await run([list]);
    expect(files()).not.toHaveProperty("security.ts");
    expect(files()["index.ts"]).not.toContain("security");
  });

  it("is its owner's: one that is there stays, and one that was deleted is not made again", async () => {
    const project = handlerProject();
    const mine = "export const security = { bearer: () => 1 };\n";
    project.write({ "security.ts": mine });
    await project.run([list], {}, one);
    expect(textOf(project, "security.ts")).toBe(mine);
    expect(touched(await project.run([list], {}, two))).toEqual([]);
    rmSync(join(project.out, "security.ts"));
    expect(touched(await project.run([list], {}, two))).toEqual([]);
    rmSync(join(project.out, "index.ts"));
    await project.run([list], {}, two);
    expect(textOf(project, "index.ts")).not.toContain("security");
  });

  it("is left to its owner where the index has the name for something else", async () => {
    const project = handlerProject();
    await project.run([list]);
    const index = `${textOf(project, "index.ts")}export const security = 1;\n`;
    project.write({ "index.ts": index });
    const { byHand } = await project.run([list], {}, one);
    expect(byHand).toEqual([
      {
        path: "index.ts",
        message: "security means something else there: pass that of ./security.js to createServer",
      },
    ]);
    expect(textOf(project, "index.ts")).toBe(index);
    expect((await project.run([list], {}, one)).byHand).toEqual([]);
  });

  it("gets no verifier where its owner's object is spread, or is made elsewhere", async () => {
    const project = handlerProject();
    await project.run([list], {}, one);
    const type = 'import type { SecurityVerifiers } from "@case/server";\n';
    for (const value of ["{ ...all }", "all()", "all"]) {
      const mine = `${type}declare const all: any;\nexport const security: SecurityVerifiers = ${value};\n`;
      project.write({ "security.ts": mine });
      expect(touched(await project.run([list], {}, two))).toEqual([]);
    }
  });

  it("gets its verifiers in the style of its owner", async () => {
    const project = handlerProject();
    await project.run([list], {}, one);
    const lines = [
      "import { SecurityVerifiers } from '@case/server'",
      "import { find } from 'users'",
      "export const security = {",
      "\tbearer: ({ token }) => find(token)",
      "} satisfies SecurityVerifiers",
    ];
    project.write({ "security.ts": `${lines.join("\r\n")}\r\n` });
    await project.run([list], {}, two);
    const text = textOf(project, "security.ts");
    for (const line of lines) expect(text).toContain(line);
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    expect(text).toContain('\r\n\t"api-key": (_credential) => undefined,\r\n');
  });

  it("is to be taken out when no operation names a scheme any more", async () => {
    const { run, files } = handlerProject();
    await run([list], {}, one);
    const before = files();
    const { byHand, orphaned } = await run([list], { prune: true });
    expect(orphaned).toEqual([]);
    expect(byHand).toEqual([
      {
        path: "security.ts",
        message: "take it out: no operation names a security scheme any more",
      },
    ]);
    expect(files()).toEqual(before);
  });
});
