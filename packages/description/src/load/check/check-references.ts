import {
  isObject,
  member,
  objectMember,
  pointerParts,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { objectTitle } from "../openapi/fixed-fields.ts";
import { follow } from "../openapi/operation-places.ts";
import {
  componentSections,
  objectNameAt,
  replaceNode,
  type Cursor,
  type ObjectName,
} from "../openapi/openapi-objects.ts";
import type { Report } from "./report.ts";

/**
 * Checks that the target of a reference is of the expected kind. A target of another kind that contains a
 * schema is replaced by what was probably meant.
 *
 * @returns false if the reference cannot be used
 */
export function checkReference(
  cursor: Cursor,
  reference: string,
  document: JsonObject,
  report: Report,
): boolean {
  const { name } = cursor;
  if (!/^#(\/|$)/.test(reference)) return true;
  const found = objectNameAt(pointerParts(reference.slice(1)));
  const isHeader = [found, name].every((one) => one === "Parameter" || one === "Header");
  if (found === undefined || found === name || isHeader) return true;
  const meant = meantBy(document, reference, found, name);
  report(
    "ref-kind",
    `$ref ${JSON.stringify(reference)} leads to ${objectTitle(found)}, here ${objectTitle(name)} is wanted: ${meant?.assumed ?? "it is left out"}`,
    `refer to ${objectTitle(name)}, such as one of components.${componentSections[name] ?? "pathItems"}`,
    "/$ref",
  );
  if (meant !== undefined) replaceNode(cursor, meant.node);
  return meant !== undefined;
}

interface Meant {
  readonly node: JsonObject;
  readonly assumed: string;
}

function meantBy(
  document: JsonObject,
  reference: string,
  found: ObjectName,
  wanted: ObjectName,
): Meant | undefined {
  if (wanted === "Schema") return schemaMeantBy(document, reference);
  const target = follow(document, { $ref: reference }, "")?.node;
  const isBody = wanted === "Response" || wanted === "RequestBody";
  const content = objectMember(target, "content");
  if (isBody && content !== undefined && (found === "Response" || found === "RequestBody"))
    return { node: bodyOf(structuredClone(content)), assumed: "its content is taken" };
  if (found !== "Schema") return undefined;
  const schema = { $ref: reference };
  if (isBody)
    return {
      node: bodyOf({ "application/json": { schema } }),
      assumed: "a body of JSON with that schema is assumed",
    };
  return wanted === "MediaType" || wanted === "Header"
    ? { node: { schema }, assumed: "one with that schema is assumed" }
    : undefined;
}

const bodyOf = (content: JsonObject): JsonObject => ({ description: "", content });

/** Returns the schema of a parameter, a header or a media type, or that of the first content of a body. */
function schemaMeantBy(document: JsonObject, reference: string): Meant {
  const place = follow(document, { $ref: reference }, "");
  const content = Object.entries(objectMember(place?.node, "content") ?? {})[0];
  const within = content === undefined ? [] : ["content", content[0]];
  const holder: Json | undefined = content === undefined ? place?.node : content[1];
  const schema = member(holder, "schema");
  if (place === undefined || !isObject(schema)) return { node: {}, assumed: "it allows any value" };
  const pointer = place.pointer + toPointer([...within, "schema"]);
  return { node: { $ref: `#${pointer}` }, assumed: "the schema there is taken" };
}
