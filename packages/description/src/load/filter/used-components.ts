import {
  arrayMember,
  isObject,
  member,
  objectMember,
  pointerParts,
  stringMember,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "../../json/json.ts";

/**
 * Removes the components that nothing uses. References are resolved in the original document, because they
 * may lead into a removed operation; such a target is then written in place of the reference.
 *
 * @param kept the names of schemas that stay even so, with what they use
 */
export function withoutUnused(
  document: JsonObject,
  before: JsonObject,
  kept: readonly string[] = [],
): { readonly document: JsonObject; readonly components: readonly string[] } {
  const components = objectMember(document, "components");
  if (components === undefined) return { document, components: [] };
  const used = new Usage(before);
  const { components: _, ...rest } = document;
  used.visit(rest);
  for (const name of kept) used.visit({ $ref: `#${toPointer(["components", "schemas", name])}` });
  used.visitSchemes(components["securitySchemes"], rest);
  const dropped: string[] = [];
  const sections = Object.entries(components).map(([section, entries]): [string, Json] => {
    if (section.startsWith("x-") || !isObject(entries)) return [section, entries];
    const left = Object.entries(entries).filter(([name]) => {
      const isKept = used.has(toPointer(["components", section, name]));
      if (!isKept) dropped.push(`${section}/${name}`);
      return isKept;
    });
    return [section, Object.fromEntries(left)];
  });
  const filled = sections.filter(
    ([, entries]) => !isObject(entries) || Object.keys(entries).length > 0,
  );
  const result = { ...document, components: Object.fromEntries(filled) };
  return {
    document: used.inline(result, result) as JsonObject,
    components: dropped,
  };
}

/**
 * Finds the first place that uses one of some components, directly or through others.
 *
 * @param components pointers of the components
 * @returns that place and the component's pointer; `undefined` if no place uses any
 */
export function firstUse<User extends { readonly pointer: string }>(
  document: JsonObject,
  users: readonly User[],
  components: ReadonlySet<string>,
): { readonly user: User; readonly component: string } | undefined {
  if (components.size === 0) return undefined;
  for (const user of users) {
    const used = new Usage(document);
    used.visit(valueAt(document, user.pointer) ?? null);
    const component = [...components].find((pointer) => used.has(pointer));
    if (component !== undefined) return { user, component };
  }
  return undefined;
}

/** Follows all references, visiting each component once. */
class Usage {
  readonly #document: JsonObject;
  readonly #used = new Set<string>();
  /** Pointers of targets outside of `components`. */
  readonly #outside = new Set<string>();
  /** Schema pointer → pointers of schemas that extend it by `allOf`. */
  readonly #extensions = new Map<string, string[]>();
  /** Anchor or `$id` → pointers of the components that hold it. */
  readonly #anchors = new Map<string, string[]>();

  constructor(document: JsonObject) {
    this.#document = document;
    const schemas = objectMember(objectMember(document, "components"), "schemas") ?? {};
    for (const [name, schema] of Object.entries(schemas)) {
      const pointer = toPointer(["components", "schemas", name]);
      for (const part of arrayMember(schema, "allOf")) {
        const parent = stringMember(part, "$ref")?.slice(1);
        if (parent !== undefined) append(this.#extensions, parent, pointer);
      }
      visitMembers(schema, (key, value) => {
        if (typeof value === "string" && ["$anchor", "$dynamicAnchor", "$id"].includes(key))
          append(this.#anchors, value, pointer);
      });
    }
  }

  has(pointer: string): boolean {
    return this.#used.has(pointer);
  }

  visit(start: Json): void {
    visitMembers(start, (key, value, holder) => {
      if ((key === "$ref" || key === "$dynamicRef") && typeof value === "string")
        this.#use(value, holder);
      if (key === "mapping" && isObject(value)) this.#useMapping(value);
    });
  }

  /** Marks the schemes that security requirements name (OpenAPI 3.1, section 4.8.30). */
  visitSchemes(schemes: Json | undefined, rest: Json): void {
    visitMembers(rest, (key, value) => {
      if (key !== "security" || !Array.isArray(value)) return;
      for (const requirement of value as readonly Json[]) {
        for (const name of Object.keys(isObject(requirement) ? requirement : {})) {
          if (member(schemes, name) !== undefined)
            this.#usePointer(toPointer(["components", "securitySchemes", name]));
        }
      }
    });
  }

  /**
   * Replaces each reference into a removed operation by its target. Where a target contains itself, the inner
   * one allows anything.
   */
  inline(value: Json, document: JsonObject, within: readonly string[] = []): Json {
    if (this.#outside.size === 0) return value;
    if (Array.isArray(value))
      return (value as readonly Json[]).map((one) => this.inline(one, document, within));
    if (!isObject(value)) return value;
    const target = stringMember(value, "$ref")?.slice(1) ?? "";
    if (this.#outside.has(target) && valueAt(document, target) === undefined) {
      if (within.includes(target)) return {};
      return this.inline(valueAt(this.#document, target) ?? {}, document, [...within, target]);
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, this.inline(one, document, within)]),
    );
  }

  #useMapping(mapping: JsonObject): void {
    for (const target of Object.values(mapping)) {
      if (typeof target !== "string") continue;
      this.#use(
        target.startsWith("#") ? target : `#${toPointer(["components", "schemas", target])}`,
      );
    }
  }

  #use(reference: string, holder?: JsonObject): void {
    const [id = "", fragment = ""] = reference.split("#", 2);
    if (reference.startsWith("#/")) this.#usePointer(decode(fragment));
    for (const name of [id, fragment, reference]) {
      for (const pointer of this.#anchors.get(name) ?? []) this.#usePointer(pointer);
    }
    if (holder !== undefined && id !== "" && !reference.includes("#")) this.#usePointer(reference);
  }

  #usePointer(pointer: string): void {
    const parts = pointerParts(pointer);
    const isComponent = parts[0] === "components" && parts.length >= 3;
    const target = isComponent ? toPointer(parts.slice(0, 3)) : pointer;
    if (this.#used.has(target)) return;
    this.#used.add(target);
    if (!isComponent) this.#outside.add(target);
    const value = valueAt(this.#document, target);
    if (value === undefined) return;
    this.visit(value);
    if (member(value, "discriminator") !== undefined)
      for (const extension of this.#extensions.get(target) ?? []) this.#usePointer(extension);
  }
}

function append(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** Visits every member of every object below a value, without recursion. */
function visitMembers(
  start: Json,
  visit: (key: string, value: Json, holder: JsonObject) => void,
): void {
  const stack: Json[] = [start];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (Array.isArray(value)) stack.push(...(value as readonly Json[]));
    if (!isObject(value)) continue;
    for (const [key, entry] of Object.entries(value)) {
      visit(key, entry, value);
      if (typeof entry === "object" && entry !== null) stack.push(entry);
    }
  }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
