import {
  isObject,
  objectMember,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { dynamicAnchorsKeyword, dynamicReferenceKeyword } from "../../load/read/identifiers.ts";
import { mapSubschemas, referencedName, schemaReference } from "../../json/subschemas.ts";
import { typeName } from "../../names/names.ts";
import { namedSchemas, withNamedSchemas } from "../json-schemas.ts";
import {
  hasKeyword,
  reachableNames,
  referencedNames,
  reversed,
  schemaParts,
} from "../schema-references.ts";

/** Maps a dynamic anchor to the name of the schema that it means. */
type Scope = ReadonlyMap<string, string>;

/**
 * Replaces dynamic references with ordinary ones (JSON Schema 2020-12 core, section 8.2.3.2). A
 * dynamic reference means the schema that the outermost resource on the path to it declares for the
 * anchor. A schema therefore gets a version of its own for each different meaning of an anchor,
 * called `<Name>Of<Outer>`.
 */
export function resolveDynamicReferences(document: JsonObject): JsonObject {
  const schemas = namedSchemas(document);
  const keywords = [dynamicAnchorsKeyword, dynamicReferenceKeyword];
  if (!Object.values(schemas).some((one) => keywords.some((keyword) => hasKeyword(one, keyword))))
    return document;
  return withNamedSchemas(document, new DynamicResolver(schemas).resolve());
}

class DynamicResolver {
  readonly #schemas: JsonObject;
  readonly #result: JsonObject = {};
  /** Maps an anchor to the names of schemas from which a dynamic reference to it can be reached. */
  readonly #users: ReadonlyMap<string, ReadonlySet<string>>;
  /** The anchors that mean the same schema everywhere. */
  readonly #single: Scope;
  readonly #versions = new Map<string, string>();
  readonly #queue: { readonly name: string; readonly of: string; readonly scope: Scope }[] = [];

  constructor(schemas: JsonObject) {
    this.#schemas = { ...schemas };
    const meanings = meaningsOf(schemas);
    this.#users = usersOf(schemas, meanings);
    this.#single = new Map(
      [...meanings].flatMap(([anchor, [only, ...others]]) =>
        only === undefined || others.length > 0 ? [] : [[anchor, only]],
      ),
    );
  }

  resolve(): JsonObject {
    for (const name of Object.keys(this.#schemas))
      this.#queue.push({ name, of: name, scope: new Map() });
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift())
      this.#result[next.name] = this.#rewritten(this.#schemas[next.of] as Json, next.scope);
    return this.#result;
  }

  #rewritten(schema: Json, around: Scope): Json {
    if (!isObject(schema)) return schema;
    const { [dynamicAnchorsKeyword]: _, [dynamicReferenceKeyword]: dynamic, ...own } = schema;
    delete own["$dynamicAnchor"];
    // The outer scope wins.
    const scope = new Map([...anchorsOf(schema), ...around]);
    const mapped = mapSubschemas(own, (below) => this.#rewritten(below, scope));
    const references = [referencedName(own), this.#dynamicTarget(dynamic, scope)].flatMap((name) =>
      name === undefined ? [] : [{ $ref: schemaReference(this.#version(name, scope)) }],
    );
    const [first, second] = references;
    if (first === undefined) return mapped;
    if (second === undefined) return { ...mapped, ...first };
    const parts = mapped["allOf"];
    return { ...mapped, ...first, allOf: [...(Array.isArray(parts) ? parts : []), second] };
  }

  /** Returns the schema that a dynamic reference means within a scope. */
  #dynamicTarget(dynamic: Json | undefined, scope: Scope): string | undefined {
    const [entry] = Object.entries(isObject(dynamic) ? dynamic : {});
    if (entry === undefined) return undefined;
    const [anchor, own] = entry;
    const target = referencedName(own);
    const isDynamic =
      target === undefined || stringMember(this.#schemas[target], "$dynamicAnchor") === anchor;
    return (isDynamic ? scope.get(anchor) : undefined) ?? target;
  }

  /** Returns the name of a schema's version within a scope. */
  #version(name: string, scope: Scope): string {
    const own = anchorsOf(this.#schemas[name]);
    const changed = [...scope].filter(
      ([anchor, target]) =>
        this.#users.get(anchor)?.has(name) === true &&
        !this.#single.has(anchor) &&
        own.get(anchor) !== target,
    );
    if (changed.length === 0) return name;
    const key = JSON.stringify([name, changed.toSorted()]);
    const known = this.#versions.get(key);
    if (known !== undefined) return known;
    const outer = changed.map(([, target]) => typeName(target)).join("");
    const version = this.#freeName(`${name}Of${outer}`);
    this.#schemas[version] = this.#schemas[name] as Json;
    this.#versions.set(key, version);
    this.#queue.push({ name: version, of: name, scope: new Map(changed) });
    return version;
  }

  #freeName(wanted: string): string {
    let name = wanted;
    while (Object.hasOwn(this.#schemas, name)) name = `${name}_`;
    return name;
  }
}

/** Returns the dynamic anchors of the resource that contains a schema. */
function anchorsOf(schema: Json | undefined): Map<string, string> {
  return new Map(
    Object.entries(objectMember(schema, dynamicAnchorsKeyword) ?? {}).flatMap(
      ([anchor, reference]) => {
        const name = referencedName(reference);
        return name === undefined ? [] : [[anchor, name] as const];
      },
    ),
  );
}

/** Maps each anchor to the schemas that it can mean. */
function meaningsOf(schemas: JsonObject): ReadonlyMap<string, ReadonlySet<string>> {
  const meanings = new Map<string, Set<string>>();
  const add = (anchor: string, reference: Json): void => {
    const name = referencedName(reference);
    if (name !== undefined) meanings.set(anchor, (meanings.get(anchor) ?? new Set()).add(name));
  };
  for (const schema of Object.values(schemas))
    for (const part of schemaParts(schema))
      for (const keyword of [dynamicAnchorsKeyword, dynamicReferenceKeyword])
        for (const [anchor, reference] of Object.entries(objectMember(part, keyword) ?? {}))
          add(anchor, reference);
  return meanings;
}

/**
 * Maps each anchor to the names of schemas from which a dynamic reference to it can be reached,
 * directly or through others.
 */
function usersOf(
  schemas: JsonObject,
  meanings: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const dynamic = Object.entries(schemas).map(([name, schema]) => ({
    name,
    anchors: [...schemaParts(schema)].flatMap((part) =>
      Object.keys(objectMember(part, dynamicReferenceKeyword) ?? {}),
    ),
    references: referencedNames(schema),
  }));
  const targets = dynamic.map(({ name, anchors, references }) => {
    const meant = anchors.flatMap((anchor) => [...(meanings.get(anchor) ?? [])]);
    return [name, new Set([...references, ...meant])] as const;
  });
  const referrers = reversed(new Map(targets));
  const all = new Set(dynamic.flatMap(({ anchors }) => anchors));
  return new Map(
    [...all].map((anchor) => {
      const direct = dynamic.filter(({ anchors }) => anchors.includes(anchor));
      return [
        anchor,
        reachableNames(
          direct.map(({ name }) => name),
          referrers,
        ),
      ];
    }),
  );
}
