import { isObject, member, stringMember, type Json, type JsonObject } from "../../json/json.ts";
import { liftHeader } from "./lift-parameter.ts";
import type { Lifting, Step } from "./lifting.ts";

/**
 * Converts a response to one with `content` for each media type. A reference stays one.
 *
 * @param produces the media types of the operation or the description
 */
export function liftResponse(
  lifting: Lifting,
  response: JsonObject,
  produces: readonly string[] | undefined,
  step: Step,
): JsonObject {
  lifting.put(step.to, step.from);
  if (stringMember(response, "$ref") !== undefined) {
    lifting.checkReference(response, step.from);
    return response;
  }
  const { schema, examples, headers, ...lifted } = response;
  const content = contentOf(lifting, schema, examples, produces, step);
  if (Object.keys(content).length > 0) lifted["content"] = content;
  if (isObject(headers)) lifted["headers"] = liftHeaders(lifting, headers, step);
  return lifted;
}

function contentOf(
  lifting: Lifting,
  schema: Json | undefined,
  examples: Json | undefined,
  produces: readonly string[] | undefined,
  step: Step,
): JsonObject {
  const shown = isObject(examples) ? examples : {};
  const isFile = stringMember(schema, "format") === "binary";
  const usual = isFile ? "application/octet-stream" : "application/json";
  const given = produces === undefined || produces.length === 0 ? [usual] : produces;
  const types = schema === undefined ? Object.keys(shown) : [...new Set(given)];
  const content: JsonObject = {};
  for (const type of types) {
    const at = [...step.to, "content", type];
    const example = member(shown, type);
    content[type] = {
      ...(schema !== undefined && { schema: lifting.schemaFor([...at, "schema"], schema) }),
      ...(example !== undefined && { example }),
    };
    lifting.put(at, [...step.from, schema === undefined ? "examples" : "schema"]);
    lifting.put([...at, "schema"], [...step.from, "schema"]);
    if (example !== undefined) lifting.put([...at, "example"], [...step.from, "examples", type]);
  }
  return content;
}

function liftHeaders(lifting: Lifting, headers: JsonObject, { to, from }: Step): JsonObject {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [
      name,
      isObject(header)
        ? liftHeader(lifting, header, {
            to: [...to, "headers", name],
            from: [...from, "headers", name],
          })
        : header,
    ]),
  ) as JsonObject;
}
