import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openapiTypescriptFlags } from "../../../packages/cli/src/options/choices.ts";
import {
  comparable,
  writeBothModules,
  type BothModules,
} from "../../../test/paths/both-modules.ts";
import { compilers } from "../../../test/test-all.ts";
import { typeCheck } from "../../../test/type-check.ts";
import type { OpenapiTypescriptFlag } from "../../src/emit/emitted-file.ts";
import { caseNames, goldenFolder, repository } from "../support.ts";

/** Within node_modules, so that the compiler finds its declarations. */
const workspace = join(repository, "node_modules", ".cache", "paths-compile");

/** The cases that openapi-typescript refuses, or of which it makes types that do not compile. */
const refused = [
  "discriminators",
  "given-names",
  "inheritance",
  "name-collisions",
  "places",
  "schema-types",
  "sensitive",
];

/** Redocly gives components of other files several names, where ours have one. */
const namedOtherwise = ["several-files"];

const cases = caseNames(goldenFolder).filter(
  (name) => !refused.includes(name) && !namedOtherwise.includes(name),
);

/** Cases with what the flags concern. */
const flagged = ["enums", "openapi-3.0", "variants", "deprecated", "parameters"];

/** What each folder is written with. */
const modules = new Map<string, { name: string; flags: readonly OpenapiTypescriptFlag[] }>();
for (const name of cases) modules.set(name, { name, flags: [] });
for (const flag of openapiTypescriptFlags)
  for (const name of flagged) {
    // The names of root types, and what becomes of enums, are modified by flags that need another.
    const needed = flag.startsWith("root-types-") ? (["root-types"] as const) : [];
    const enums = /^(?:conditional|dedupe)-enums$/.test(flag) ? (["enum"] as const) : [];
    modules.set(`${flag}-${name}`, { name, flags: [...needed, ...enums, flag] });
  }

/** The texts of both by folder. */
const texts = new Map<string, BothModules>();

beforeAll(async () => {
  rmSync(workspace, { recursive: true, force: true });
  for (const [folder, { name, flags }] of modules) {
    const spec = join(goldenFolder, name, "description.yaml");
    texts.set(folder, await writeBothModules(spec, join(workspace, folder), flags));
  }
  const configuration = {
    extends: join(repository, "tsconfig.json"),
    // Enums are no types that erasing leaves.
    compilerOptions: { erasableSyntaxOnly: false },
    include: ["."],
    exclude: [],
  };
  writeFileSync(join(workspace, "tsconfig.json"), JSON.stringify(configuration));
});

describe("the package paths", () => {
  it.each([...modules.keys()])(
    "has the text of openapi-typescript, but for comments: %s",
    (one) => {
      const { ours = "", theirs = "" } = texts.get(one) ?? {};
      expect(theirs).toMatch(/^export (?:interface|type) components/m);
      expect(comparable(ours)).toBe(comparable(theirs));
    },
  );

  it.each(compilers)("has the types of openapi-typescript, says %s", async (compiler) => {
    expect(await typeCheck(workspace, compiler)).toBe("");
  });
});
