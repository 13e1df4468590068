import type { Diagnostic } from "../../diagnostics/diagnostics.ts";
import { schemaTypeName, typeName } from "../../names/names.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { distinctNames, type NameClaim, type NameHolder } from "./distinct-names.ts";
import { given, NameReport } from "./given-names.ts";
import {
  isObject,
  member,
  objectMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { mapImpliedTags } from "./implied-tags.ts";
import { rootCursor, walkObjects } from "../openapi/openapi-objects.ts";
import { schemaName, schemaReference } from "../../json/subschemas.ts";

const keysOf = (name: string): readonly string[] => [schemaTypeName(name)];

/**
 * Gives component schemas distinct type names: an `x-name` takes precedence, and of several schemas with one
 * type name all but one get a number. Renames the schema itself, under `components.schemas` and in all
 * references, so that later stages know one name only. Changes the document in place.
 *
 * @returns a warning for each schema with a name that its author may not expect
 */
export function nameSchemas(bundle: Bundle): Diagnostic[] {
  const report = new NameReport(bundle);
  const schemas = objectMember(objectMember(bundle.value, "components"), "schemas") ?? {};
  const claims = Object.entries(schemas).map(([raw, schema]): NameClaim => {
    const pointer = toPointer(["components", "schemas", raw]);
    const own = report.given(schema, pointer);
    const name = own ?? raw;
    const claim = { raw, name, stem: typeName(name), what: `schema ${raw}` };
    return own === undefined
      ? { ...claim, rank: given + 1, pointer }
      : { ...claim, rank: given, pointer: `${pointer}/x-name` };
  });
  const reserved = new Map<string, NameHolder>();
  if (member(bundle.value, "x-common-errors") !== undefined)
    reserved.set("CommonError", {
      what: "the type of x-common-errors",
      pointer: "/x-common-errors",
    });
  const renamed = new Map<string, string>();
  for (const { claim, name, rival } of distinctNames(claims, keysOf, reserved).values()) {
    if (rival !== undefined) warn(report, claim, name, rival);
    if (name !== claim.raw) renamed.set(claim.raw, name);
  }
  if (renamed.size > 0) rename(bundle, schemas, renamed);
  return report.diagnostics;
}

function warn(report: NameReport, claim: NameClaim, name: string, rival: NameHolder): void {
  const message = `${claim.what} and ${rival.what} get the same name, so this one is called ${name}`;
  const hint = "rename one of them, or give it an x-name";
  const pointers = [claim, rival].flatMap(({ pointer }) => pointer ?? []);
  report.renamed("name-collision", message, hint, pointers);
}

function rename(bundle: Bundle, schemas: JsonObject, renamed: ReadonlyMap<string, string>): void {
  const { value } = bundle;
  mapImpliedTags(value, schemas, new Set(renamed.keys()));
  const seen = new Set<Json>();
  const visit = ({ node }: { readonly node: Json }): void => {
    // A YAML alias is one object in several places.
    if (!isObject(node) || seen.has(node)) return;
    seen.add(node);
    for (const keyword of ["$ref", "$dynamicRef"]) refer(node, keyword, renamed);
    const discriminator = member(node, "discriminator");
    if (!isObject(discriminator) || seen.has(discriminator)) return;
    seen.add(discriminator);
    refer(discriminator, "defaultMapping", renamed);
    const mapping = member(discriminator, "mapping");
    for (const tag of Object.keys(isObject(mapping) ? mapping : {}))
      refer(mapping as JsonObject, tag, renamed);
  };
  walkObjects(rootCursor(value, "OpenApi"), visit);
  const common = member(member(value, "x-common-errors"), "schema");
  if (common !== undefined) walkObjects(rootCursor(common, "Schema"), visit);
  const components = value["components"] as JsonObject;
  components["schemas"] = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [renamed.get(name) ?? name, schema]),
  );
  bundle.move(
    [...renamed].map((names) => {
      const [from = "", to = ""] = names.map((name) => toPointer(["components", "schemas", name]));
      return { from, to };
    }),
  );
}

/** Updates a reference, or the plain name that a discriminator may have instead. */
function refer(holder: JsonObject, key: string, renamed: ReadonlyMap<string, string>): void {
  const reference = member(holder, key);
  if (typeof reference !== "string") return;
  const [, head = "", rest = ""] = /^(#\/components\/schemas\/[^/]*)(.*)$/s.exec(reference) ?? [];
  const isName = head === "" && !key.startsWith("$") && !/[#/]/.test(reference);
  const name = renamed.get(isName ? reference : (schemaName(head) ?? ""));
  if (name !== undefined) holder[key] = schemaReference(name) + rest;
}
