import { join } from "node:path";
import * as helpers from "openapi-packages/emitter";
import { jsonFile, type Emitter } from "openapi-packages/emitter";
import { describe, expect, it } from "vitest";
import type { Config } from "../../src/config/config-types.ts";
import { defineConfig } from "../../src/config/define-config.ts";
import { generate } from "../../src/generate.ts";
import { goldenFolder, readTree, temporaryFolder } from "../support.ts";

const spec = join(goldenFolder, "minimal", "description.yaml");

const own: Emitter = () => [jsonFile("extra/one.json", 1)];
const circle: { self?: object } = {};
circle.self = circle;

/** What the list of packages may not have, and what is said of it behind `packages[1] `. */
const wrong: Readonly<Record<string, readonly [unknown, string]>> = {
  "an import that is misspelt": [undefined, "is undefined: check for a misspelled import"],
  "a condition that is false": [false, "is false: to add an emitter on a condition, write ...("],
  null: [null, "is null: to add an emitter on a condition"],
  "a promise": [Promise.resolve(own), "is a promise: write await before it"],
  "a list of emitters": [[own], "is a list: write three dots before it"],
  "the files of an emitter": [own({} as never, {}), "is a list: write three dots before it"],
  "a whole module": [helpers, "is a module: import the emitter by its name, import { "],
  "an object": [{ emit: 1 }, 'is {"emit":1}: an emitter is a function from the model to files'],
  "an object that contains itself": [circle, "is an object: an emitter is a function"],
  "a number": [7, "is 7: an emitter is a function"],
  "a bigint": [7n, "is 7n: an emitter is a function"],
  "a name that is misspelt": [
    "clinet",
    'is types, contract, client, server, mocks or paths, not "clinet"; did you mean client?',
  ],
  "the name of an emitter": [
    "zod",
    'not "zod"; an emitter is imported in a configuration in TypeScript or JavaScript, and listed without quotes',
  ],
};

/** Packages that types refuse. */
const untyped = (packages: unknown) => packages as NonNullable<Config["packages"]>;

describe("the list of packages is checked before anything is read", () => {
  it.for(Object.entries(wrong))("%s", async ([, [value, message]]) => {
    const out = temporaryFolder();
    const packages = untyped(["contract", value, own]);
    const run = generate({ spec: "no-such-file.yaml", out, scope: "@case", packages });
    await expect(run).rejects.toMatchObject({
      name: "UsageError",
      message: expect.stringContaining(`packages[1] is `),
    });
    await expect(run).rejects.toThrow(message);
    expect(readTree(out)).toEqual({});
  });

  it("all that is wrong at once, holes too", async () => {
    // oxlint-disable-next-line no-sparse-arrays -- a hole is what the test passes
    const packages = untyped([7, , "client"]);
    const run = generate({ spec, out: temporaryFolder(), scope: "@case", packages });
    await expect(run).rejects.toThrow(/^packages\[0\] is 7: .*\npackages\[1\] is undefined: /);
  });

  it("an emitter that is in no list", async () => {
    const packages = untyped(own);
    const run = generate({ spec, out: temporaryFolder(), scope: "@case", packages });
    await expect(run).rejects.toThrow(
      "packages is a list of types, contract, client, server, mocks or paths, and of emitters, not a function: write [ ] around it",
    );
  });
});

it("types refuse what is neither a name nor an emitter", () => {
  const factory = (): Emitter => own;
  const late = async () => [jsonFile("extra/one.json", 1)];
  const configs = [
    defineConfig({ packages: ["client", own] }),
    defineConfig({ packages: [factory()] }),
    // @ts-expect-error the function that makes the emitter
    defineConfig({ packages: ["client", factory] }),
    // @ts-expect-error an emitter gives its files at once
    defineConfig({ packages: [late] }),
    // @ts-expect-error a promise of an emitter
    defineConfig({ packages: [Promise.resolve(own)] }),
    // @ts-expect-error a list of emitters
    defineConfig({ packages: [[own]] }),
    // @ts-expect-error what a misspelt import gives
    defineConfig({ packages: [undefined] }),
    // @ts-expect-error a module
    defineConfig({ packages: [helpers] }),
    // @ts-expect-error no name of a package
    defineConfig({ packages: ["clinet"] }),
    // @ts-expect-error no list
    defineConfig({ packages: own }),
  ];
  expect(configs).toHaveLength(10);
});
