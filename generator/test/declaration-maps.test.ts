import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { generate } from "../src/generate.ts";
import { goldenFolder, node, repository, temporaryFolder, writeTree } from "./support.ts";

const program = `import { createClient } from "@case/client";
const client = createClient();
export const pong = client.default.ping();
`;

/** A place that an editor goes to. */
interface Definition {
  readonly file: string;
  readonly start: { readonly line: number };
}

/** Where TypeScript's server goes from a text of a file. */
async function definitionOf(file: string, text: string): Promise<readonly Definition[]> {
  const server = join(repository, "node_modules", "typescript", "lib", "tsserver.js");
  const child = spawn(node, [server, "--disableAutomaticTypingAcquisition"]);
  onTestFinished(() => void child.kill());
  const lines = program.slice(0, program.indexOf(text)).split("\n");
  const place = { file, line: lines.length, offset: (lines.at(-1) ?? "").length + 1 };
  const requests = [
    { command: "open", arguments: { file } },
    { command: "definition", arguments: place },
  ];
  for (const [seq, one] of requests.entries())
    child.stdin.write(`${JSON.stringify({ seq, type: "request", ...one })}\n`);
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("{")) continue;
    const said = JSON.parse(line) as { command?: string; body?: readonly Definition[] };
    if (said.command === "definition") return said.body ?? [];
  }
  return [];
}

it("go from a call in another project to the sources of the packages", async () => {
  const folder = temporaryFolder();
  writeTree(folder, {
    "package.json": '{"type":"module"}',
    "tsconfig.json": JSON.stringify({
      compilerOptions: { module: "nodenext", target: "es2022", types: [] },
      files: ["main.ts"],
    }),
    "main.ts": program,
  });
  await generate({
    spec: join(goldenFolder, "minimal", "description.yaml"),
    out: join(folder, "node_modules", "@case"),
    scope: "@case",
    packages: ["client"],
    sourceMaps: true,
  });
  const [found] = await definitionOf(join(folder, "main.ts"), "ping(");
  const source = join("@case", "client", "src", "default.ts");
  expect(found?.file.endsWith(source.replaceAll("\\", "/"))).toBe(true);
  const text = readFileSync(found?.file ?? "", "utf8").split("\n");
  expect(text[(found?.start.line ?? 0) - 1]).toContain("ping(");
});
