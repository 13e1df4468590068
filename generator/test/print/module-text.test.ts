import {
  printStructure,
  StructureKind,
  VariableDeclarationKind,
  type StatementStructures,
} from "ts-morph";
import { expect, it } from "vitest";
import { printModule } from "../../src/print/module-text.ts";

const longObject = `{ ${Array.from({ length: 20 }, (_, index) => `member${index}: "a}b" `).join(", ")} }`;
const docs = [{ description: "\nIts name.\n\nIts meaning." }];

const constant = (name: string, initializer: string): StatementStructures => ({
  kind: StructureKind.VariableStatement,
  isExported: true,
  declarationKind: VariableDeclarationKind.Const,
  docs,
  declarations: [{ name, type: "unknown", initializer }],
});

const alias = (name: string, type: string): StatementStructures => ({
  kind: StructureKind.TypeAlias,
  name,
  isExported: true,
  leadingTrivia: "\n",
  typeParameters: [{ name: "Other", default: "never" }],
  type,
});

const structures: StatementStructures[] = [
  { kind: StructureKind.ImportDeclaration, moduleSpecifier: "./all.ts", namespaceImport: "all" },
  {
    kind: StructureKind.ImportDeclaration,
    moduleSpecifier: "./pets.ts",
    isTypeOnly: true,
    namedImports: ["Cat", "Dog as Hound", "Pet"],
  },
  {
    kind: StructureKind.ExportDeclaration,
    moduleSpecifier: "./pets.ts",
    namedExports: [{ name: "Cat", alias: "Lion" }, "Dog"],
  },
  { kind: StructureKind.ExportDeclaration, moduleSpecifier: "./b.ts", namedExports: ["b", "c"] },
  { kind: StructureKind.ExportDeclaration, moduleSpecifier: "./types.ts" },
  {
    kind: StructureKind.Interface,
    name: "Shape",
    docs,
    properties: [{ name: "long", type: longObject, docs }],
    methods: [{ name: "area", returnType: "number", parameters: [{ name: "of", type: "Shape" }] }],
  },
  alias("Long", longObject),
  alias("Short", "string"),
  constant("long", longObject),
  { kind: StructureKind.Function, name: "f", isExported: true, statements: ["return 1;"] },
  constant("short", "1"),
  { kind: StructureKind.Class, name: "Wrong", extends: "Error", properties: [{ name: "a" }] },
  {
    kind: StructureKind.VariableStatement,
    declarations: [
      { name: "one", initializer: longObject },
      { name: "other", initializer: longObject },
    ],
  },
];

const whole = (statements: StatementStructures[]): string =>
  printStructure({ kind: StructureKind.SourceFile, statements }, { indentNumberOfSpaces: 2 });

it("prints structures as ts-morph prints them in one file", () => {
  expect(printModule(structures)).toBe(whole(structures));
});

it("keeps the lines of long types and values as they are", () => {
  const lines = `{\n${longObject},\n\`\n\`\n}`;
  expect(printModule([constant("long", lines), alias("Long", lines)])).toBe(
    whole([constant("long", "VALUE"), alias("Long", "TYPE")])
      .replace("VALUE", lines)
      .replace("TYPE", lines),
  );
});

it("prints structures that have the character of its placeholder", () => {
  const odd = [constant("odd", '"\0"'), alias("Long", longObject), constant("odder", "[0]")];
  expect(printModule(odd)).toBe(whole(odd));
});

it("keeps statements that are text between structures", () => {
  const text = "export function f() {\nreturn `\n`; }";
  expect(printModule([alias("A", "1"), text, alias("B", "2")])).toBe(
    `${whole([alias("A", "1")])}${text}\n${whole([alias("B", "2")])}`,
  );
});
