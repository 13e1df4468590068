import { typeName } from "../../names/names.ts";
import { severityOf } from "../../diagnostics/diagnostic-codes.ts";
import type { Diagnostic } from "../../diagnostics/diagnostics.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { dynamicAnchorsKeyword, dynamicReferenceKeyword } from "../read/identifiers.ts";
import {
  isObject,
  member,
  pointerParts,
  stringMember,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { cursorPointer, rootCursor, walkObjects, type Cursor } from "../openapi/openapi-objects.ts";
import { schemaName, schemaReference } from "../../json/subschemas.ts";

/**
 * Names every schema that a reference leads to and that has no name, by moving it to `components.schemas`:
 * one in `$defs`, in the properties of another schema, in a parameter or under a path. The name is made of
 * the names on the path to it. Changes the document in place; afterwards references lead to named schemas
 * only.
 *
 * @returns a diagnostic for each reference without a target
 */
export function nameNestedSchemas(bundle: Bundle): Diagnostic[] {
  const { value, locate } = bundle;
  if (!bundle.refersToNested) return [];
  const found: Diagnostic[] = [];
  const namer = new Namer(bundle);
  const dynamic = new DynamicNames(bundle);
  const visit = (cursor: Cursor, above: string): void => {
    const { node, name } = cursor;
    if (name !== "Schema" || !isObject(node)) return;
    dynamic.visit(node, () => above + cursorPointer(cursor));
    const reference = stringMember(node, "$ref");
    if (reference === undefined || schemaName(reference) !== undefined) return;
    const target = namer.nameOf(reference);
    if (target !== undefined) {
      node["$ref"] = schemaReference(target);
    } else if (/^#[^/]/.test(reference)) {
      found.push({
        severity: severityOf("ref-unresolved"),
        code: "ref-unresolved",
        message: `$ref ${JSON.stringify(reference)} points to nothing, so it allows any value`,
        location: locate(`${above}${cursorPointer(cursor)}/$ref`),
        hint: "give the schema that is meant this $anchor, or correct the reference",
      });
      delete node["$ref"];
    }
  };
  walkObjects(rootCursor(value, "OpenApi"), (cursor) => visit(cursor, ""));
  // The walk may have missed schemas that were moved.
  for (const { schema, pointer } of namer.moved)
    walkObjects(rootCursor(schema, "Schema"), (cursor) => visit(cursor, pointer));
  return [...found, ...dynamic.unresolved()];
}

/** Collects the dynamic anchors of the document, and the anchors that references name. */
class DynamicNames {
  readonly #bundle: Bundle;
  readonly #anchors = new Set<string>();
  readonly #wanted: { readonly anchor: string; readonly pointer: string }[] = [];

  constructor(bundle: Bundle) {
    this.#bundle = bundle;
  }

  visit(schema: JsonObject, pointer: () => string): void {
    const { [dynamicAnchorsKeyword]: anchors, [dynamicReferenceKeyword]: references } = schema;
    for (const anchor of Object.keys(anchors ?? {})) this.#anchors.add(anchor);
    for (const [anchor, own] of Object.entries(references ?? {}))
      if (own === true) this.#wanted.push({ anchor, pointer: pointer() });
  }

  /** Returns a diagnostic for each reference to an anchor that no schema has. */
  unresolved(): Diagnostic[] {
    return this.#wanted
      .filter(({ anchor }) => !this.#anchors.has(anchor))
      .map(({ anchor, pointer }) => ({
        severity: severityOf("ref-unresolved"),
        code: "ref-unresolved",
        message: `$dynamicRef ${JSON.stringify(`#${anchor}`)} points to nothing, so it allows any value`,
        location: this.#bundle.locate(`${pointer}/$dynamicRef`),
        hint: "give the schema that is meant this $dynamicAnchor, or correct the reference",
      }));
  }
}

class Namer {
  readonly #bundle: Bundle;
  readonly #schemas: JsonObject;
  readonly #taken: Set<string>;
  readonly #names = new Map<string, string>();
  /** The schemas moved so far; it grows while callers iterate over it. */
  readonly moved: { readonly schema: Json; readonly pointer: string }[] = [];

  constructor(bundle: Bundle) {
    this.#bundle = bundle;
    const schemas = member(member(bundle.value, "components"), "schemas");
    this.#schemas = isObject(schemas) ? schemas : {};
    this.#taken = new Set(Object.keys(this.#schemas).map(typeName));
  }

  /** Returns the name of a reference's target, naming the target if it has none. */
  nameOf(reference: string): string | undefined {
    if (!reference.startsWith("#/")) return undefined;
    const pointer = throughReferences(this.#bundle.value, decode(reference.slice(1)));
    const named = schemaName(`#${pointer}`);
    if (named !== undefined && Object.hasOwn(this.#schemas, named)) return named;
    const known = this.#names.get(pointer);
    if (known !== undefined) return known;
    const target = valueAt(this.#bundle.value, pointer);
    if (!isObject(target) && typeof target !== "boolean") return undefined;
    const further = isObject(target) ? stringMember(target, "$ref") : undefined;
    const isAlias = further !== undefined && Object.keys(target as JsonObject).length === 1;
    const alias = isAlias ? schemaName(further) : undefined;
    const name = alias ?? this.#move(pointer, target);
    this.#names.set(pointer, name);
    return name;
  }

  #move(pointer: string, target: Json): string {
    const parts = pointerParts(pointer);
    const words = parts.flatMap((part, index) =>
      silent.has(part) ? [] : [this.#word(parts, index)],
    );
    const candidates = [words, parts].map((some) => some.map(typeName).join(""));
    let name = candidates.find((candidate) => !this.#taken.has(candidate)) ?? `${candidates[1]}_`;
    while (this.#taken.has(name)) name = `${name}_`;
    this.#taken.add(name);
    this.#schemas[name] = target;
    const holder = valueAt(this.#bundle.value, toPointer(parts.slice(0, -1)));
    (holder as Record<string, Json>)[parts.at(-1) ?? ""] = { $ref: schemaReference(name) };
    const place = toPointer(["components", "schemas", name]);
    this.moved.push({ schema: target, pointer: place });
    this.#bundle.move([{ from: pointer, to: place }]);
    return name;
  }

  /** Returns a part of a pointer; for an index of `parameters`, the name of that parameter. */
  #word(parts: readonly string[], index: number): string {
    const part = parts[index] ?? "";
    if (parts[index - 1] !== "parameters") return part;
    const parameter = valueAt(this.#bundle.value, toPointer(parts.slice(0, index + 1)));
    return stringMember(parameter, "name") ?? part;
  }
}

/** Follows the references that moved schemas left on the path of a pointer. */
function throughReferences(root: Json, pointer: string): string {
  let node: Json | undefined = root;
  let passed: string[] = [];
  for (const part of pointerParts(pointer)) {
    const reference: string | undefined = stringMember(node, "$ref");
    if (reference?.startsWith("#/") === true && member(node, part) === undefined) {
      passed = pointerParts(decode(reference.slice(1)));
      node = valueAt(root, toPointer(passed));
    }
    node = Array.isArray(node) ? (node as readonly Json[])[Number(part)] : member(node, part);
    passed.push(part);
  }
  return node === undefined ? pointer : toPointer(passed);
}

/** Parts of a pointer that a name leaves out. */
const silent = new Set([
  "$defs",
  "components",
  "content",
  "definitions",
  "paths",
  "parameters",
  "properties",
  "schema",
  "schemas",
]);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
