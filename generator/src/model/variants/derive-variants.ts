import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { eachSubschema, mapSubschemas, referencedName, schemaReference } from "../../subschemas.ts";
import { schemaTypeName } from "../../names.ts";
import { reachableNames, referencedNames, reversed } from "../schema-references.ts";
import { directedSchemas } from "./directions.ts";
import { MemberFacts, type View } from "./members.ts";
import { setAt } from "./set-at.ts";

/** Stands at a member that a view leaves out of its type; validators still know its name. */
export const absentMember = "x-absent-from-view";

/** A document in which requests and responses refer to the schemas that are right for them. */
export interface ViewedDocument {
  readonly document: JsonObject;
  /** What the names under `components.schemas` stand for; one that is not listed stands for itself, both ways. */
  readonly views: ReadonlyMap<string, SchemaView>;
}

/** One way to see a schema of the description. */
export interface SchemaView {
  readonly view: View;
  /** The schema's name in the description. */
  readonly of: string;
}

/**
 * Derives, from a description, what is read and what is written. `readOnly` members are absent from
 * requests and `writeOnly` ones from responses (OpenAPI 3.1, section 4.8.24; JSON Schema 2020-12
 * validation, section 9.4); a member with a `default` need not be in a request. A schema that is
 * used both ways and differs, in itself or in what it refers to, has its written view beside it, as
 * `<Name>Writable`; one that is used one way only keeps its name. The document is left as it is.
 */
export function deriveViews(document: JsonObject): ViewedDocument {
  const schemas = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const facts = new MemberFacts(schemas);
  const references = new Map(
    Object.entries(schemas).map(([name, schema]) => [name, referencedNames(schema)]),
  );
  const differing = differingNames(schemas, references, facts);
  const directed = directedSchemas(document);
  const used = (view: View): Set<string> => {
    const roots = directed.filter((one) => one.view === view);
    return reachableNames(
      roots.flatMap(({ schema }) => [...referencedNames(schema)]),
      references,
    );
  };
  const read = used("read");
  const written = used("written");
  const names = new Map<string, string>();
  const taken = new Set(Object.keys(schemas).map(schemaTypeName));
  for (const name of differing) {
    if (read.has(name) && written.has(name)) names.set(name, writableName(name, taken));
  }
  const deriver = new Deriver(facts, names);
  const views = new Map<string, SchemaView>();
  const derived: JsonObject = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const isViewed = differing.has(name) && (read.has(name) || written.has(name));
    const own: View = read.has(name) ? "read" : "written";
    derived[name] = isViewed ? deriver.derive(schema, own) : schema;
    if (isViewed) views.set(name, { view: own, of: name });
    const writable = names.get(name);
    if (writable === undefined) continue;
    derived[writable] = deriver.derive(schema, "written");
    views.set(writable, { view: "written", of: name });
  }
  const copied = new Set<object>();
  const root = { ...document };
  copied.add(root);
  for (const { schema, view, path } of directed) {
    const mapped = deriver.derive(schema, view);
    if (mapped !== schema) setAt(root, path, mapped, copied);
  }
  if (views.size > 0) setAt(root, ["components", "schemas"], derived, copied);
  return { document: root, views };
}

function writableName(name: string, taken: Set<string>): string {
  let writable = `${name}Writable`;
  while (taken.has(schemaTypeName(writable))) writable = `${writable}View`;
  taken.add(schemaTypeName(writable));
  return writable;
}

/** The names of the schemas whose views differ, by themselves or by what they refer to. */
function differingNames(
  schemas: JsonObject,
  references: ReadonlyMap<string, ReadonlySet<string>>,
  facts: MemberFacts,
): Set<string> {
  const own = Object.keys(schemas).filter((name) => differsByItself(schemas[name] as Json, facts));
  return reachableNames(own, reversed(references));
}

function differsByItself(schema: Json, facts: MemberFacts): boolean {
  const stack: Json[] = [schema];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isObject(node)) continue;
    const properties = member(node, "properties");
    for (const property of Object.values(isObject(properties) ? properties : {})) {
      if (
        facts.hasDefault(property) ||
        facts.isHidden(property, "read") ||
        facts.isHidden(property, "written")
      )
        return true;
    }
    eachSubschema(node, (below) => stack.push(below));
  }
  return false;
}

/** Keywords whose schemas assert something of the same object, and may demand what another part of it declares. */
const sameObject = new Set(["allOf", "anyOf", "dependentSchemas", "else", "oneOf", "then"]);

const nothing: ReadonlySet<string> = new Set();

/** True if a schema may say which members an object must have, itself or in a part of it. */
const isDemanding = (schema: JsonObject): boolean =>
  Object.keys(schema).some((keyword) => keyword === "required" || sameObject.has(keyword));

class Deriver {
  readonly #facts: MemberFacts;
  readonly #writableNames: ReadonlyMap<string, string>;

  constructor(facts: MemberFacts, writableNames: ReadonlyMap<string, string>) {
    this.#facts = facts;
    this.#writableNames = writableNames;
  }

  /** A schema as one view has it; the very same where nothing differs. */
  derive(schema: Json, view: View, undemanded: ReadonlySet<string> = nothing): Json {
    if (!isObject(schema)) return schema;
    const names = isDemanding(schema) ? this.#undemanded(schema, view, undemanded) : undemanded;
    const mapped = mapSubschemas(schema, (subschema, path) => {
      const [keyword] = path;
      if (keyword === "properties" && this.#facts.isHidden(subschema, view))
        return absent(view, subschema, view === "read" || this.#facts.isSecret(subschema));
      const passedOn = sameObject.has(String(keyword)) ? names : nothing;
      return this.derive(subschema, view, passedOn);
    });
    return this.#withoutDemands(this.#refer(mapped, view), names);
  }

  /** The names that a view does not demand, whichever part of the schema says that they are required. */
  #undemanded(schema: JsonObject, view: View, inherited: ReadonlySet<string>): ReadonlySet<string> {
    const hidden = this.#facts.hiddenNames(schema, view);
    const defaulted = view === "written" ? this.#facts.defaultedNames(schema) : nothing;
    if (hidden.size === 0 && defaulted.size === 0) return inherited;
    return new Set([...inherited, ...hidden, ...defaulted]);
  }

  #refer(schema: JsonObject, view: View): JsonObject {
    const name = view === "written" ? referencedName(schema) : undefined;
    const writable = name === undefined ? undefined : this.#writableNames.get(name);
    return writable === undefined ? schema : { ...schema, $ref: schemaReference(writable) };
  }

  #withoutDemands(schema: JsonObject, names: ReadonlySet<string>): JsonObject {
    const required = arrayMember(schema, "required");
    const left = required.filter((name) => !names.has(String(name)));
    if (left.length === required.length) return schema;
    const { required: _, ...rest } = schema;
    return left.length === 0 ? rest : { ...rest, required: left };
  }
}

/**
 * The schema in the place of a member that a variant leaves out. In a request it is let through whatever it is,
 * to be ignored: who reads an object, changes it and sends it back should not be refused. In a
 * response it is refused, since what is written only, such as a password, must not leak. It stays
 * marked as secret, for who logs what was sent all the same.
 */
function absent(view: View, property: Json, isSecret: boolean): Json {
  const description = member(property, "description");
  return {
    ...(description === undefined ? {} : { description }),
    [absentMember]: true,
    ...(isSecret ? { "x-sensitive": true } : {}),
    ...(view === "read" ? { not: {} } : {}),
  };
}
