import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { generate } from "../../generator/src/generate.ts";
import type { OpenapiTypescriptFlag } from "../../generator/src/emit/emitted-file.ts";

/** The members that both modules have at least. */
const roots = ["paths", "webhooks", "components", "$defs", "operations"];

/** The texts of both modules. */
export interface BothModules {
  readonly ours: string;
  readonly theirs: string;
}

/** Returns a text without what has no meaning for types: comments, layout and the form of quotes. */
export function comparable(text: string): string {
  return text
    .replace(/^\/\/.*/gm, "")
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replaceAll("'", '"')
    .trim();
}

/**
 * Writes the module `paths` of a description, the one that openapi-typescript makes of it, and a program that
 * assigns the types of each to those of the other.
 */
export async function writeBothModules(
  spec: string,
  folder: string,
  openapiTypescript: readonly OpenapiTypescriptFlag[] = [],
): Promise<BothModules> {
  mkdirSync(folder, { recursive: true });
  await generate({ spec, out: folder, packages: ["paths"], formatter: "none", openapiTypescript });
  const theirs = await theirModule(spec, openapiTypescript);
  writeFileSync(join(folder, "theirs.ts"), theirs);
  const lines = [
    'import type * as ours from "./paths/index.ts";',
    'import type * as theirs from "./theirs.ts";',
    ...roots.flatMap((root) => [
      `export const ${root}Forth = (value: ours.${root}): theirs.${root} => value;`,
      `export const ${root}Back = (value: theirs.${root}): ours.${root} => value;`,
    ]),
  ];
  writeFileSync(join(folder, "both.ts"), `${lines.join("\n")}\n`);
  return { ours: readFileSync(join(folder, "paths", "index.ts"), "utf8"), theirs };
}

async function theirModule(spec: string, flags: readonly OpenapiTypescriptFlag[]): Promise<string> {
  const options = Object.fromEntries(
    flags.map((flag) =>
      flag === "no-default-non-nullable" ? ["defaultNonNullable", false] : [camelCase(flag), true],
    ),
  );
  return astToString(await openapiTS(pathToFileURL(resolve(spec)), { ...options, silent: true }));
}

const camelCase = (flag: string): string =>
  flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
