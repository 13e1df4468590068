import { isObject, objectMember, type Json, type JsonObject } from "../../json.ts";
import { schemaName } from "../../subschemas.ts";
import type { ApiModel } from "../../model/api-model.ts";
import { noCache, type CachePart, type TextCache } from "../../write/text-cache.ts";
import type { Declaration, DeclarationTask } from "./declare-schemas.ts";
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

const printed = new WeakMap<ApiModel, SchemaTypes>();

/**
 * The types of all schemas of a model.
 *
 * @throws {Error} when {@link prepareSchemaTypes} has not come to its end for the model
 */
export function schemaTypes(model: ApiModel): SchemaTypes {
  const known = printed.get(model);
  if (known === undefined) throw new Error("the types of the schemas have not been prepared");
  return known;
}

/** Makes declarations of schemas that have no layout here. */
export type Declare = (task: DeclarationTask) => Promise<ReadonlyMap<string, Declaration>>;

/** Makes declarations by openapi-typescript, which is loaded only now. */
export const declareHere: Declare = async (task) => {
  const { declareSchemas } = await import("./declare-schemas.ts");
  return declareSchemas(task);
};

/** Makes the types of all schemas of a model, once for the model. */
export async function prepareSchemaTypes(
  model: ApiModel,
  cache: TextCache = noCache,
  declare: Declare = declareHere,
): Promise<void> {
  if (printed.has(model)) return;
  const { task, finish } = planSchemaTypes(model, cache);
  finish(task === undefined ? new Map() : await declare(task));
}

/** What is missing of the types of a model's schemas. */
export interface SchemaTypesPlan {
  /** The declarations to make; left out where all of them are laid out or kept. */
  readonly task: DeclarationTask | undefined;
  /** Takes what was made; {@link schemaTypes} has an answer from then on. */
  finish(made: ReadonlyMap<string, Declaration>): void;
}

/**
 * Looks for the declarations of all schemas as they were made before; else lays them out, and looks
 * for the others among those that are kept. That of a schema is kept by its own text, and by what it
 * takes from those that it refers to: the names of their types, and which properties they have.
 */
export function planSchemaTypes(model: ApiModel, cache: TextCache): SchemaTypesPlan {
  const typeNames = new Map(model.schemas.map(({ name, typeName }) => [name, typeName]));
  const whole = cache.part("types");
  const known = model.typesKey === undefined ? undefined : whole.get(model.typesKey);
  if (known !== undefined) {
    const declared = JSON.parse(known) as Declared[];
    return {
      task: undefined,
      finish: () => void printed.set(model, assemble(model, typeNames, declared)),
    };
  }
  const { task, finish } = planDeclarations(model, typeNames, cache.part("schema-types"));
  return {
    task,
    finish(made) {
      const declared = finish(made);
      if (model.typesKey !== undefined) whole.set(model.typesKey, JSON.stringify(declared));
      printed.set(model, assemble(model, typeNames, declared));
    },
  };
}

/** What is kept of one schema. */
interface Declared extends Declaration {
  readonly name: string;
  readonly references: readonly string[];
}

function planDeclarations(
  model: ApiModel,
  typeNames: ReadonlyMap<string, string>,
  kept: CachePart,
): {
  readonly task: DeclarationTask | undefined;
  readonly finish: (made: ReadonlyMap<string, Declaration>) => Declared[];
} {
  const schemas = objectMember(objectMember(model.typeDocument, "components"), "schemas") ?? {};
  const declarations = new Map<string, Declaration>();
  const missing = new Map<string, string>();
  const wanted: JsonObject = {};
  const needed: JsonObject = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const laidOut = layOutDeclaration(name, schema, typeNames);
    if (laidOut !== undefined) {
      declarations.set(name, laidOut);
      continue;
    }
    const references = referencesIn(JSON.stringify(schema), schemas);
    const key = keyOf(name, schema, references, { schemas, typeNames });
    const text = kept.get(key);
    if (text !== undefined) {
      declarations.set(name, JSON.parse(text) as Declaration);
      continue;
    }
    missing.set(name, key);
    define(wanted, name, schema);
    for (const one of [name, ...references]) define(needed, one, schemas[one] ?? {});
  }
  return {
    task: missing.size === 0 ? undefined : { wanted, schemas: needed, typeNames },
    finish(made) {
      for (const [name, key] of missing) {
        const declaration = made.get(name) ?? nothing;
        declarations.set(name, declaration);
        kept.set(key, JSON.stringify(declaration));
      }
      return Object.entries(schemas).map(([name, schema]) => ({
        name,
        ...(declarations.get(name) ?? nothing),
        references: typeReferences(schema, schemas),
      }));
    },
  };
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

interface Schemas {
  readonly schemas: JsonObject;
  readonly typeNames: ReadonlyMap<string, string>;
}

/** All that the declaration of a schema depends on. */
function keyOf(
  name: string,
  schema: Json,
  references: readonly string[],
  { schemas, typeNames }: Schemas,
): string {
  const referred = references.map((one) => {
    const properties = isObject(schemas[one]) ? schemas[one]["properties"] : undefined;
    return [one, typeNames.get(one), isObject(properties) ? Object.keys(properties) : null];
  });
  return JSON.stringify([name, typeNames.get(name), schema, referred]);
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
