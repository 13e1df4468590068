import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { sampled } from "../../../test/test-all.ts";
import { apiChangeName } from "../../src/surface/api-change.ts";
import { compareSurfaces } from "../../src/surface/compare-surfaces.ts";
import { explainedChanges, isUndeclared } from "../../src/changes/surface/declared-breaks.ts";
import { packageSurfaces, type PackageSurface } from "../../src/surface/package-surface.ts";
import { Surface } from "../../src/surface/surface.ts";
import { loadDeclarationPrinter } from "../../src/print/compile-module.ts";
import { operationsEdits } from "../changes/diff/edits/operations.ts";
import { othersEdits } from "../changes/diff/edits/others.ts";
import { parametersEdits } from "../changes/diff/edits/parameters.ts";
import { requestsEdits } from "../changes/diff/edits/requests.ts";
import { responsesEdits } from "../changes/diff/edits/responses.ts";
import { unchangedEdits } from "../changes/diff/edits/unchanged.ts";
import { basePath, changesBy, type Edit } from "../changes/diff/edited.ts";
import { printPackages, temporaryFolder } from "../support.ts";

/** A surface of modules by their places: `client/index`. */
function surfaceOf(modules: Readonly<Record<string, string>>): Surface {
  const folders = Map.groupBy(Object.entries(modules), ([place]) => place.split("/")[0] ?? "");
  const packages = [...folders].map(([folder, own]): PackageSurface => {
    const texts = own.map(([place, text]) => [place.slice(folder.length + 1), text] as const);
    const packageName = `@acme/${folder}`;
    return {
      folder,
      packageName,
      entries: new Map([[packageName, "index"]]),
      modules: new Map(texts),
    };
  });
  return new Surface(packages);
}

type Modules = Readonly<Record<string, string>>;

/** The changes between two surfaces, with the first letters of what they are to callers and handlers: `BC`. */
function changesOf(base: Modules, head: Modules): string[] {
  const letters = { breaking: "B", compatible: "C", none: "-" };
  return compareSurfaces(surfaceOf(base), surfaceOf(head)).map((change) => {
    const { callers, handlers } = change.verdicts;
    return `${change.code} ${apiChangeName(change)} ${letters[callers]}${letters[handlers]}`;
  });
}

/** A contract, and a client and a server by which one type goes to handlers and another one back. */
const around = (contract: string): Modules => ({
  "contract/index": contract,
  "client/index": `import type { Given, Got } from "@acme/contract";
    import type { Call } from "@openapi-packages/runtime/client";
    export interface Client { send(input: Given): Call<Got> }
    export declare function createClient(): Client;`,
  "server/index": `import type { Given, Got } from "@acme/contract";
    import type { Handler } from "@openapi-packages/runtime/server";
    export declare function createServer(handlers: { send: Handler<Given, Got, unknown> }): void;`,
});

const types = (given: string, got: string, other = ""): string =>
  `export interface Given { ${given} }\nexport interface Got { ${got} }\n${other}`;

describe("changes of types that go one way or the other", () => {
  it.each([
    [
      "an optional member",
      types("", ""),
      types("a?: 1", "a?: 1"),
      ["member-added Given.a CC", "member-added Got.a CC"],
    ],
    [
      "a required member",
      types("", ""),
      types("a: 1", "a: 1"),
      ["required-member-added Given.a BC", "required-member-added Got.a CB"],
    ],
    [
      "a member that is gone",
      types("a?: 1", "a?: 1"),
      types("", ""),
      ["member-removed Given.a BB", "member-removed Got.a BB"],
    ],
    [
      "required",
      types("a?: 1", "a?: 1"),
      types("a: 1", "a: 1"),
      ["member-became-required Given.a BC", "member-became-required Got.a CB"],
    ],
    [
      "optional",
      types("a: 1", "a: 1"),
      types("a?: 1", "a?: 1"),
      ["member-became-optional Given.a CB", "member-became-optional Got.a BC"],
    ],
    [
      "wider",
      types("a: 1", "a: 1"),
      types("a: 1 | 2", "a: 1 | 2"),
      ["type-changed Given.a CB", "type-changed Got.a BC"],
    ],
    [
      "narrower, in a member of a member",
      types("a: { b: 1 | 2 }", "a: { b: 1 | 2 }"),
      types("a: { b: 1 }", "a: { b: 1 }"),
      ["type-changed Given.a.b BC", "type-changed Got.a.b CB"],
    ],
    [
      "the same by another name",
      types("a: { b: 1 }", "a: { b: 1 }"),
      types("a: Named", "a: Named", "export interface Named { b: 1 }"),
      ["export-added Named CC", "type-changed Given.a CC", "type-changed Got.a CC"],
    ],
    [
      "deprecated",
      types("a: 1", "a: 1"),
      types("\n/** @deprecated */ a: 1", "a: 1"),
      ["api-deprecated Given.a CC"],
    ],
  ])("%s", (_name, base, head, expected) => {
    expect(changesOf(around(base), around(head)).toSorted()).toEqual(expected.toSorted());
  });
});

describe("changes of what is exported", () => {
  it.each([
    [
      "the order",
      "export type A = 1;\nexport type B = 2;",
      "export type B = 2; export type A = 1;",
      [],
    ],
    [
      "a name gone",
      "export type A = 1; export type B = 1;",
      "export type A = 1;",
      ["export-removed B B-"],
    ],
    [
      "a name more",
      "export type A = 1;",
      "export type A = 1; export type B = 1;",
      ["export-added B C-"],
    ],
    [
      "a parameter more",
      "export declare function a(x: 1): 2;",
      "export declare function a(x: 1, y: 1): 2;",
      ["type-changed a B-"],
    ],
    [
      "an optional parameter more",
      "export declare function a(x: 1): 2;",
      "export declare function a(x: 1, y?: 1): 2;",
      ["type-changed a C-"],
    ],
    [
      "a parameter of a method that allows less, which TypeScript compares in both directions",
      "export interface A { b(x: 1 | 2): void } export declare const a: A;",
      "export interface A { b(x: 1): void } export declare const a: A;",
      ["type-changed A.b B-"],
    ],
    [
      "a name that is exported as a type alone",
      'export { A } from "./a.js";',
      'export type { A } from "./a.js";',
      ["export-became-type A B-"],
    ],
    [
      "a declaration that stands elsewhere",
      'export { A } from "./a.js";',
      "export declare class A { x: 1 }",
      [],
    ],
    [
      "a type that no entry exports",
      'import type { B } from "./a.js"; export declare function a(): B;',
      'import type { B } from "./a.js"; export declare function a(): B | undefined;',
      ["type-changed a B-"],
    ],
    [
      "all of another package",
      'export * from "a";',
      'export * from "b";',
      ["export-removed * from a B-", "export-added * from b C-"],
    ],
  ])("%s", (_name, base, head, expected) => {
    const other = "export declare class A { x: 1 }\nexport interface B { y: 1 }";
    const modules = (index: string) => ({ "client/index": index, "client/a": other });
    expect(changesOf(modules(base), modules(head)).toSorted()).toEqual(expected.toSorted());
  });

  it("a package that is gone, and another one", () => {
    const text = "export type A = 1;";
    expect(changesOf({ "client/index": text }, { "server/index": text })).toEqual([
      "package-removed @acme/client B-",
      "package-added @acme/server -C",
    ]);
  });
});

const edits = [
  ...unchangedEdits,
  ...operationsEdits,
  ...parametersEdits,
  ...requestsEdits,
  ...responsesEdits,
  ...othersEdits,
];

/** Edits of which generated names are made in more ways. */
const naming = ["a path", "a media type of a response", "another error", "a default gone"];
const tried = new Set([...sampled(edits, 24), ...edits.filter(([name]) => naming.includes(name))]);

describe("what an edit of a description changes is declared by the diff", () => {
  let base: Promise<Surface> | undefined;

  it.each([...tried])("%s", async (_name, edit) => {
    const changes = await changesBy(edit);
    base ??= generated(() => {});
    const found = explainedChanges(compareSurfaces(await base, await generated(edit)), changes);
    expect(found.filter(isUndeclared).map(apiChangeName)).toEqual([]);
  });
});

async function generated(edit: Edit): Promise<Surface> {
  const description: unknown = parse(readFileSync(basePath, "utf8"));
  edit(description);
  const path = join(temporaryFolder(), "openapi.json");
  writeFileSync(path, JSON.stringify(description));
  const files = new Map(
    (await printPackages(path, "@case")).map((file) => [file.path, file.text] as const),
  );
  const read = (file: string) => files.get(file);
  const declare = await loadDeclarationPrinter();
  return new Surface(packageSurfaces({ paths: [...files.keys()], read }, declare));
}
