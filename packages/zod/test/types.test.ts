import { execFile } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { generate } from "openapi-packages";
import { operationGroups, variableName } from "openapi-packages/emitter";
import { modelFromFile } from "openapi-packages/emitter/testing";
import { expect, it } from "vitest";
import {
  caseNames,
  goldenFolder,
  node,
  repository,
  temporaryFolder,
} from "../../../generator/test/support.ts";
import { zod } from "../src/index.ts";

const run = promisify(execFile);

/**
 * Where the contract's types say more than schemas take, or less, for the reasons that the README lists: `to`, what a
 * schema gives is not the contract's type; `from`, the other way round.
 */
const known: Readonly<Record<string, readonly string[]>> = {
  // Tags that only a discriminator tells.
  discriminators:
    "toBike toBird toCar toCat toCreateZooInput toDog toFish toInherited toManager toWorker toZoo".split(
      " ",
    ),
  "given-names": ["toCat", "toDog"],
  inheritance: "fromAddPetResponse toCat toCatWritable toPuppy toPuppyWritable toTruck".split(" "),
  "name-collisions": ["toCat", "toCat2", "toCat2Writable"],
  // Members that another part requires.
  "schema-types": ["toCreateThingInput", "toExtended", "toThing"],
  // Index signatures beside members with names.
  "mixed-members": [
    ..."fromCreateThingInput fromPrefixed fromThing fromTyped".split(" "),
    ..."toCreateThingInput toExtended toPrefixed toThing".split(" "),
  ],
  // Objects without members, and members that another part requires.
  variants: ["fromAccountWritable", "fromCreateAccountInput", "fromEntityWritable", "toAccount"],
  // A list that is in itself, and a tag.
  sensitive: ["toNest", "toWire"],
};

/** Assignments of a schema's values to the contract's type, and the other way round, a line for each. */
function bothWays(types: readonly string[]): string {
  return types
    .flatMap((type) => [
      `export const to${type} = (value: z.infer<typeof schemas.${constantOf(type)}>): contract.${type} => value;`,
      `export const from${type} = (value: contract.${type}): z.infer<typeof schemas.${constantOf(type)}> => value;`,
    ])
    .join("\n");
}

const constantOf = (type: string): string => `${variableName(type)}Schema`;

/** The assignments that the compiler refuses: `discriminators toCat`. */
function refused(output: string, folder: string): string[] {
  const places = [...output.matchAll(/^(?:.*\/)?([\w.-]+)\/usage\.ts\((\d+),\d+\): error/gm)];
  return places.map(([, name = "", line = ""]) => {
    const code = readFileSync(join(folder, name, "usage.ts"), "utf8").split("\n");
    return `${name} ${/const (\S+) =/.exec(code[Number(line) - 1] ?? "")?.[1]}`;
  });
}

it("what schemas give is what the contract's types are", async () => {
  const folder = temporaryFolder();
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const cases = caseNames(goldenFolder);
  const paths: Record<string, string[]> = {};
  for (const name of cases) {
    const spec = join(goldenFolder, name, "description.yaml");
    const out = join(folder, name);
    const scope = `@${name}`;
    await generate({ spec, out, scope, packages: [zod()], formatter: "none" });
    paths[`${scope}/contract`] = [`./${name}/contract/src/index.ts`];
    const model = await modelFromFile(spec);
    const named = model.schemas.map(({ typeName }) => typeName);
    const inputs = operationGroups(model).flatMap((group) =>
      group.operations.map(({ inputTypeName }) => inputTypeName),
    );
    const usage = `import type { z } from "zod";
import type * as contract from "${scope}/contract";
import type * as schemas from "./zod/src/index.ts";
${bothWays([...named, ...inputs])}
`;
    writeFileSync(join(out, "usage.ts"), usage);
  }
  const compilerOptions = { exactOptionalPropertyTypes: false, paths };
  const configuration = {
    extends: join(repository, "tsconfig.json"),
    compilerOptions,
    files: cases.map((name) => `${name}/usage.ts`),
    include: [],
    exclude: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(configuration));
  const compiler = join(repository, "node_modules", "typescript-7", "bin", "tsc");
  const { stdout } = await run(node, [compiler, "--project", folder, "--pretty", "false"]).catch(
    (error: { stdout: string }) => error,
  );
  const unexplained = stdout.split("\n").filter((line) => !/^ |usage\.ts\(|^$/.test(line));
  expect(unexplained).toEqual([]);
  expect(refused(stdout, folder).toSorted()).toEqual(
    Object.entries(known)
      .flatMap(([name, own]) => own.map((one) => `${name} ${one}`))
      .toSorted(),
  );
});
