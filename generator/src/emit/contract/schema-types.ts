import { objectMember, type Json, type JsonObject } from "../../json.ts";
import { schemaName } from "../../subschemas.ts";
import type { ApiModel } from "../../model/api-model.ts";
import { declareSchemas, type Declaration } from "./declare-schemas.ts";
import { enumConstants } from "./enum-constants.ts";
import { typeReferences } from "./type-references.ts";
import { layOutDeclaration } from "./schema-layout.ts";

/** The types of a description as text. */
export interface SchemaTypes {
  /** The contract's module: the types of all schemas, and the constants of enums. */
  readonly text: string;
  /** The declaration of each schema by the name of its type. */
  readonly open: ReadonlyMap<string, OpenType>;
  /** What the declarations may refer to beside each other. */
  readonly helpers: string;
  /** The names of the schemas that each schema's type refers to. */
  readonly references: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A declaration as clients have it. */
export interface OpenType {
  /** Enums are open to values that the description lacks. */
  readonly text: string;
  /** Whether there are such enums in it. */
  readonly isOpen: boolean;
}

/** Declares the types of all schemas of a model. */
export function declareSchemaTypes(model: ApiModel): SchemaTypes {
  const typeNames = new Map(model.schemas.map(({ name, typeName }) => [name, typeName]));
  return assemble(model, typeNames, declareAll(model, typeNames));
}

/** One schema with its declaration. */
interface Declared extends Declaration {
  readonly name: string;
  readonly references: readonly string[];
}

/** Lays declarations out; openapi-typescript makes those that have no layout here. */
function declareAll(model: ApiModel, typeNames: ReadonlyMap<string, string>): Declared[] {
  const schemas = objectMember(objectMember(model.typeDocument, "components"), "schemas") ?? {};
  const declarations = new Map<string, Declaration>();
  const wanted: JsonObject = {};
  const needed: JsonObject = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const laidOut = layOutDeclaration(name, schema, typeNames);
    if (laidOut !== undefined) {
      declarations.set(name, laidOut);
      continue;
    }
    const references = referencesIn(JSON.stringify(schema), schemas);
    define(wanted, name, schema);
    for (const one of [name, ...references]) define(needed, one, schemas[one] ?? {});
  }
  if (Object.keys(wanted).length > 0) {
    const made = declareSchemas({ wanted, schemas: needed, typeNames });
    for (const [name, declaration] of made) declarations.set(name, declaration);
  }
  return Object.entries(schemas).map(([name, schema]) => ({
    name,
    ...(declarations.get(name) ?? nothing),
    references: typeReferences(schema, schemas),
  }));
}

const nothing: Declaration = { text: "", line: "" };

/** Also a member called `__proto__` is one. */
function define(object: JsonObject, name: string, value: Json): void {
  Object.defineProperty(object, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

/** The names of the schemas that a schema refers to, and maybe of some that its examples do. */
function referencesIn(text: string, schemas: JsonObject): string[] {
  const names = new Set<string>();
  for (const [, reference] of text.matchAll(/"\$ref":("#(?:[^"\\]|\\.)*")/g)) {
    const name = schemaName(JSON.parse(reference ?? '""') as string);
    if (name !== undefined && Object.hasOwn(schemas, name)) names.add(name);
  }
  return [...names];
}

/** Control characters are escaped in what is printed, and so are quotes within it: nothing else reads like this. */
const openMark = / \| "\\u0001open (string|number)"/g;

function assemble(
  model: ApiModel,
  typeNames: ReadonlyMap<string, string>,
  declared: readonly Declared[],
): SchemaTypes {
  const texts: string[] = [];
  const lines: string[] = [];
  const open = new Map<string, OpenType>();
  let isHelped = false;
  for (const { name, text, line } of declared) {
    const isOpen = text.includes(' | "\\u0001open ');
    texts.push(isOpen ? text.replace(openMark, "") : text);
    lines.push(`        ${line}\n`);
    isHelped ||= text.includes("WithRequired<");
    open.set(typeNames.get(name) ?? name, {
      text: isOpen ? text.replace(openMark, " | ($1 & {})") : text,
      isOpen,
    });
  }
  const helpers = isHelped ? withRequired : "";
  const all = [...texts, componentsText(lines), helpers, enumConstants(model)];
  const references = new Map(declared.map((one) => [one.name, new Set(one.references)]));
  return { text: all.join(""), open, helpers, references };
}

/** As openapi-typescript has it, but that what may be null has no keys by itself: its members can be required all the same. */
const withRequired = `type WithRequired<T, K extends keyof NonNullable<T>> = T & {
    [P in K]-?: NonNullable<T>[P];
};
`;

/** The names of the description with their types. */
function componentsText(lines: readonly string[]): string {
  const schemas = lines.length === 0 ? "never" : `{\n${lines.join("")}    }`;
  const others = ["responses", "parameters", "requestBodies", "headers", "pathItems"];
  const rest = others.map((section) => `    ${section}: never;\n`).join("");
  return `export interface components {\n    schemas: ${schemas};\n${rest}}\n`;
}
