import { join } from "node:path";
import { format } from "prettier";
import { StructureKind } from "ts-morph";
import { describe, expect, it } from "vitest";
import type { ModuleStructure } from "../src/emit/emitted-file.ts";
import { emitPackages } from "../src/emit/emitters.ts";
import { structureKinds } from "../src/emit/structure-kinds.ts";
import { loadDocument } from "../src/load/load-document.ts";
import { buildApiModel } from "../src/model/build-api-model.ts";
import { layOutStatements } from "../src/print/statement-layout.ts";
import { structureText } from "../src/print/structure-text.ts";
import { caseNames, goldenFolder } from "./support.ts";

/** What ts-morph and prettier make of a structure. */
function formatted(structure: ModuleStructure): Promise<string> {
  return format(structureText(structure), { parser: "babel-ts", printWidth: 100 });
}

const alias = (type: string): ModuleStructure => ({
  statements: [{ kind: StructureKind.TypeAlias, name: "A", isExported: true, type }],
});

const member = (type: string, description: string): ModuleStructure => ({
  statements: [
    {
      kind: StructureKind.Interface,
      name: "A",
      isExported: true,
      properties: [{ name: "member", type, docs: [{ description }] }],
    },
  ],
});

const long = (length: number): string => "L".repeat(length);

describe("the layout of statements", () => {
  it.for(caseNames(goldenFolder))("is prettier's: %s", async (name) => {
    const document = await loadDocument(join(goldenFolder, name, "description.yaml"));
    const { model } = buildApiModel(document);
    const structures = (await emitPackages(model, { scope: "@case" }))
      .flatMap((file) => (file.kind === "typescript" ? [file.structure] : []))
      .filter(({ statements }) => statements?.length !== 0);
    const laidOut = structures.filter((one) => layOutStatements(one) !== undefined);
    expect(laidOut.length).toBeGreaterThan(structures.length / 2);
    expect(laidOut.map(layOutStatements)).toEqual(await Promise.all(laidOut.map(formatted)));
  });

  it.for([
    `Call<${long(40)}, ${long(45)}>`,
    `Call<${long(100)}>`,
    `Call<Call<${long(100)}>>`,
    `${long(50)} | ${long(50)}`,
    `${long(50)} | ${long(50)} | null`,
    `${long(120)} | null`,
    `(${long(50)} | ${long(50)})[]`,
    `(${long(60)})[][]`,
    `"${long(60)}" | "${long(60)}"`,
    `{ status: 200; body: ${long(30)} } | { status: 404; body: ${long(30)} }`,
    `\n| { status: 200; body: { name?: string } }`,
    `{ status: 200; body: ${long(100)}; headers?: {\nLink?: string;\n} }`,
    `{\n/** A name. */\nname: string;\n/**\n * Two  \n * lines.\n */\n"other name"?: -1.5 | true;\n}`,
    `{ [name: string]: (string | ${long(90)})[] }`,
    "{ [name: string]: never }",
    "{}",
  ])("breaks lines where prettier does: %s", async (type) => {
    for (const structure of [
      alias(type),
      member(type, "\nTwo lines,  \nthe last one of them.  "),
    ]) {
      const text = layOutStatements(structure);
      expect(text).toBe(await formatted(structure));
    }
  });

  it.for([
    "keyof A",
    "A & B",
    "() => void",
    "[A, B]",
    "A['b']",
    '"a\\"b"',
    "`a${string}`",
    "A extends B",
  ])("is left to prettier: %s", (type) => {
    expect(layOutStatements(alias(type))).toBeUndefined();
  });

  it("knows the kinds by ts-morph's numbers", () => {
    expect(structureKinds).toEqual({
      class: StructureKind.Class,
      exportDeclaration: StructureKind.ExportDeclaration,
      function: StructureKind.Function,
      interface: StructureKind.Interface,
      typeAlias: StructureKind.TypeAlias,
    });
  });
});
