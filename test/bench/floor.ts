// The least that a generator of TypeScript does: JSON.parse, ts-morph structures of whole files, and
// their text; no references, no names, no formatting.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { InterfaceDeclarationStructure } from "ts-morph";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const [description = "", folder = ""] = process.argv.slice(2);
const document = JSON.parse(readFileSync(description, "utf8")) as Json;
const { Project, StructureKind } = await import("ts-morph");
const project = new Project({ useInMemoryFileSystem: true });

function members(value: Json | undefined): readonly (readonly [string, Json])[] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function member(value: Json | undefined, name: string): Json | undefined {
  return members(value).find(([key]) => key === name)?.[1];
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function declaration(name: string, value: Json, properties: Json | undefined) {
  return {
    kind: StructureKind.Interface,
    name,
    isExported: true,
    docs: [text(member(value, "description"))],
    properties: members(properties).map(([key, property]) => ({
      name: JSON.stringify(text(member(property, "name")) || key),
      type: JSON.stringify(text(member(property, "type")) || "unknown"),
      docs: [text(member(property, "description"))],
    })),
  } satisfies InterfaceDeclarationStructure;
}

const files = new Map<string, InterfaceDeclarationStructure[]>();
const add = (file: string, one: InterfaceDeclarationStructure) => {
  const found = files.get(file);
  if (found === undefined) files.set(file, [one]);
  else found.push(one);
};
for (const [index, [, schema]] of members(
  member(member(document, "components"), "schemas"),
).entries())
  add("schemas", declaration(`Schema${index}`, schema, member(schema, "properties")));
for (const [path, item] of members(member(document, "paths")))
  for (const [, operation] of members(item)) {
    const [tag = path] = members(member(operation, "tags")).map(([, name]) => text(name));
    const count = files.get(tag)?.length ?? 0;
    add(tag, declaration(`Operation${count}`, operation, member(operation, "parameters")));
  }
mkdirSync(folder, { recursive: true });
for (const [index, statements] of [...files.values()].entries()) {
  const file = project.createSourceFile(`${index}.ts`, { statements });
  writeFileSync(join(folder, `${index}.ts`), file.getFullText());
}
