/**
 * Compares the package `paths` of descriptions with what openapi-typescript makes of them: `node
 * test/paths/compare.ts [--flags enum,immutable] openapi.yaml …` compiles both against each other, and prints
 * what the compiler says of each.
 */
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openapiTypescriptFlags } from "../../packages/cli/src/options/choices.ts";
import { comparable, writeBothModules } from "./both-modules.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { flags: { type: "string", default: "" } },
});
const names = values.flags.split(",");
const flags = openapiTypescriptFlags.filter((flag) => names.includes(flag));
const repository = resolve(import.meta.dirname, "..", "..");
const workspace = join(repository, "node_modules", ".cache", "compare-paths");
const compiler = join(repository, "node_modules", "typescript-7", "bin", "tsc");

rmSync(workspace, { recursive: true, force: true });
for (const spec of positionals) {
  const said = await comparison(spec, join(workspace, `of${resolve(spec).replace(/\W/g, "-")}`));
  console.log(`${spec}: ${said}`);
}

async function comparison(spec: string, folder: string): Promise<string> {
  const texts = await writeBothModules(spec, folder, flags).catch(String);
  if (typeof texts === "string") return failed(texts);
  const configuration = {
    extends: join(repository, "tsconfig.json"),
    compilerOptions: { erasableSyntaxOnly: false },
    include: ["."],
    exclude: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(configuration));
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" });
  if (stdout !== "") return failed(stdout.split("\n").slice(0, 30).join("\n"));
  const isSame = comparable(texts.ours) === comparable(texts.theirs);
  return `assignable both ways${isSame ? ", and the same text without comments" : ""}`;
}

function failed(said: string): string {
  process.exitCode = 1;
  return said;
}
