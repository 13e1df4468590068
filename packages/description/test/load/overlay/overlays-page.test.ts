import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadDocument } from "../../../src/load/load-document.ts";
import { valueAt } from "../../../src/json/json.ts";
import { typeCheck } from "../../../../../test/type-check.ts";
import {
  repository,
  runCli,
  temporaryFolder,
  writeTree,
} from "../../../../../generator/test/support.ts";

const page = readFileSync(join(repository, "docs", "overlays.md"), "utf8");

/** The code blocks of a language, with the text before each. */
function blocks(language: string): { readonly before: string; readonly code: string }[] {
  const fence = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g");
  return [...page.matchAll(fence)].map((found) => ({
    before: page.slice(0, found.index).trimEnd().split("\n\n").at(-1) ?? "",
    code: found[1] ?? "",
  }));
}

/** The files that the page shows: the last name in the text before a block is that of its file. */
function filesOfPage(): Record<string, string> {
  const named = blocks("yaml").flatMap(({ before, code }) => {
    const name = [...before.matchAll(/`(\w+\.yaml)`/g)].at(-1)?.[1];
    return name === undefined || before.includes("extends") ? [] : [[name, code]];
  });
  return Object.fromEntries(named) as Record<string, string>;
}

it("runs the commands of the page about overlays, which print what it says", async () => {
  const cwd = temporaryFolder();
  const files = filesOfPage();
  expect(Object.keys(files)).toEqual(["vendor.yaml", "fixes.yaml", "typo.yaml"]);
  writeTree(cwd, files);
  const printed: string[] = [];
  const configurations = blocks("json");
  for (const [index, { code }] of blocks("sh").entries()) {
    writeTree(cwd, { "openapi-packages.config.json": configurations[index]?.code ?? "" });
    const [, ...args] = code.trim().split(" ");
    const result = await runCli(args, { cwd });
    expect(result).toMatchObject({ code: 0, stderr: "" });
    printed.push(result.stdout);
  }
  const [, withTypo = ""] = printed;
  expect(printed[0]).not.toContain("warning");
  for (const { code } of blocks("text")) expect(withTypo).toContain(code);
});

it("generates what the code of the page compiles with", async () => {
  const cwd = temporaryFolder();
  const [typescript = { code: "" }] = blocks("ts");
  writeTree(cwd, {
    ...filesOfPage(),
    "openapi-packages.config.json": blocks("json")[0]?.code ?? "",
    "package.json": '{ "type": "module" }',
    "usage.ts": typescript.code,
    "tsconfig.json": JSON.stringify({
      extends: join(repository, "tsconfig.json"),
      compilerOptions: { paths: { "@acme/contract": ["./packages/contract/src/index.ts"] } },
      files: ["usage.ts"],
      // The configuration that this one extends includes the whole repository.
      include: [],
    }),
  });
  const [first = { code: "" }] = blocks("sh");
  await runCli(first.code.trim().split(" ").slice(1), { cwd });
  symlinkSync(join(repository, "node_modules"), join(cwd, "node_modules"), "dir");
  expect(await typeCheck(cwd)).toBe("");
});

it("makes of the description what the page says", async () => {
  const folder = temporaryFolder();
  writeTree(folder, filesOfPage());
  const overlays = [join(folder, "fixes.yaml")];
  const { value } = await loadDocument(join(folder, "vendor.yaml"), { overlays });
  expect(valueAt(value, "/components/schemas/Delivery")).toMatchObject({
    required: ["id", "status"],
    properties: { status: { enum: ["queued", "moving", "delivered", "lost"] } },
  });
  expect(value).toMatchObject({ tags: [{ name: "Deliveries" }] });
  expect(Object.keys(value["paths"] ?? {})).toEqual(["/deliveries/{delivery_id}"]);
  expect(JSON.stringify(value)).toContain("#/components/schemas/Problem");
});

it("names the place that the page names", async () => {
  const folder = temporaryFolder();
  const files = filesOfPage();
  const fixes = files["fixes.yaml"]?.replace("type: object", "type: objekt") ?? "";
  writeTree(folder, { ...files, "fixes.yaml": fixes });
  const overlays = [join(folder, "fixes.yaml")];
  const { diagnostics } = await loadDocument(join(folder, "vendor.yaml"), { overlays });
  const places = diagnostics.map(({ location: { file, line, column } }) => [file, line, column]);
  const [, line, column] = /fixes\.yaml:(\d+):(\d+)/.exec(page) ?? [];
  expect(places).toEqual([[expect.stringContaining("fixes.yaml"), Number(line), Number(column)]]);
});
