import { isObject, objectMember, stringMember, type Json, type JsonObject } from "../../json.ts";
import { eachSubschema, mapSubschemas, referencedName, schemaReference } from "../../subschemas.ts";
import { typeName } from "../../names.ts";
import { hasKeyword, reachableNames, referencedNames, reversed } from "../schema-references.ts";
import { setAt } from "../variants/set-at.ts";

/** Dynamic anchor → name of the schema that it means. */
type Scope = ReadonlyMap<string, string>;

/**
 * Makes ordinary references of `$dynamicRef` (JSON Schema 2020-12 core, section 8.2.3.2). It means
 * the outermost schema with the anchor on the way to it; so what a schema refers to has a version of
 * its own for each schema that gives an anchor another meaning, called `<Name>Of<Outer>`. The
 * document is left as it is.
 */
export function resolveDynamicReferences(document: JsonObject): JsonObject {
  const schemas = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const own = Object.keys(schemas).filter((name) =>
    hasKeyword(schemas[name] as Json, "$dynamicRef"),
  );
  if (own.length === 0) return document;
  const resolver = new DynamicResolver(schemas, own);
  const root = { ...document };
  setAt(root, ["components", "schemas"], resolver.resolve(), new Set([root]));
  return root;
}

class DynamicResolver {
  readonly #schemas: JsonObject;
  readonly #result: JsonObject = {};
  readonly #scopes = new Map<string, Scope>();
  /** Schemas that get to a dynamic reference. */
  readonly #dynamic: ReadonlySet<string>;
  readonly #versions = new Map<string, string>();
  readonly #queue: { readonly name: string; readonly of: string; readonly scope: Scope }[] = [];

  constructor(schemas: JsonObject, own: readonly string[]) {
    this.#schemas = { ...schemas };
    for (const name of Object.keys(schemas)) this.#scopes.set(name, this.#anchors(name));
    const references = Object.entries(this.#schemas).map(
      ([name, schema]) => [name, referencedNames(schema)] as const,
    );
    this.#dynamic = reachableNames(own, reversed(new Map(references)));
  }

  resolve(): JsonObject {
    for (const [name, schema] of Object.entries(this.#schemas)) {
      if (!this.#dynamic.has(name)) this.#result[name] = schema;
      else this.#queue.push({ name, of: name, scope: this.#scopes.get(name) ?? new Map() });
    }
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      this.#result[next.name] = this.#rewrite(this.#schemas[next.of] as Json, next.scope);
    }
    return this.#result;
  }

  /** The anchors of a schema; one that is not at its root gets a name. */
  #anchors(name: string): Scope {
    const found = new Map<string, string>();
    const stack: { readonly schema: Json; readonly isRoot: boolean }[] = [
      { schema: this.#schemas[name] as Json, isRoot: true },
    ];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { schema, isRoot } = next;
      if (!isObject(schema)) continue;
      const anchor = stringMember(schema, "$dynamicAnchor");
      if (anchor !== undefined) {
        const target = isRoot ? name : this.#freeName(`${name}${typeName(anchor)}`);
        if (!isRoot) this.#schemas[target] = schema;
        found.set(anchor, target);
      }
      eachSubschema(schema, (below) => stack.push({ schema: below, isRoot: false }));
    }
    return found;
  }

  #rewrite(schema: Json, scope: Scope): Json {
    if (!isObject(schema)) return schema;
    const mapped = mapSubschemas(schema, (subschema) => this.#rewrite(subschema, scope));
    const { $dynamicRef: reference, $dynamicAnchor: _, ...rest } = mapped;
    const anchor = typeof reference === "string" ? (reference.split("#")[1] ?? "") : undefined;
    const target = anchor === undefined ? referencedName(mapped) : scope.get(anchor);
    return target === undefined
      ? rest
      : { ...rest, $ref: schemaReference(this.#version(target, scope)) };
  }

  /** The name of a schema as it is within a scope: what is further out goes before its own anchors. */
  #version(name: string, scope: Scope): string {
    if (!this.#dynamic.has(name)) return name;
    const own = this.#scopes.get(name) ?? new Map<string, string>();
    const merged = new Map([...own, ...scope]);
    const changed = [...merged].filter(([anchor, target]) => own.get(anchor) !== target);
    if (changed.length === 0) return name;
    const key = `${name}\n${JSON.stringify([...merged].toSorted())}`;
    const known = this.#versions.get(key);
    if (known !== undefined) return known;
    const outer = changed.map(([, target]) => typeName(target)).join("");
    const version = this.#freeName(`${name}Of${outer}`);
    this.#schemas[version] = this.#schemas[name] as Json;
    this.#versions.set(key, version);
    this.#queue.push({ name: version, of: name, scope: merged });
    return version;
  }

  #freeName(wanted: string): string {
    let name = wanted;
    while (Object.hasOwn(this.#schemas, name)) name = `${name}_`;
    return name;
  }
}
