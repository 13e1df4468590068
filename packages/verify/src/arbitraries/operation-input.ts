import * as fc from "fast-check";
import type { CallInput } from "@openapi-packages/runtime/client";
import { mediaTypeEssence, type Validator } from "@openapi-packages/runtime";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { member, type Json, type JsonObject, type MediaType } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { callInput } from "../records/call-input.ts";
import { holding } from "./bounded-filter.ts";
import { isRuledByHttp } from "./http-headers.ts";
import { SchemaArbitraries } from "./schema-arbitraries.ts";
import type { ValuePosition } from "./texts.ts";

/**
 * Returns the inputs of an operation that its validators accept: parameters of every location and
 * style, and bodies of each media type. They shrink to the required parameters with small values.
 * Whether an input is still valid once it is serialized is for a `RequestChecker` to decide.
 *
 * @returns `undefined` if something required has no value
 */
export function operationInput(
  api: VerifiedApi,
  operation: VerifiedOperation,
): fc.Arbitrary<CallInput> | undefined {
  const locations = ["path", "query", "header", "cookie"] as const;
  const parameters = locations.map((location) => parametersOf(api, operation, location));
  if (parameters.includes(undefined)) return undefined;
  const bodies = bodiesOf(api, operation);
  if (bodies === undefined) return undefined;
  return fc
    .tuple(fc.tuple(...(parameters as fc.Arbitrary<JsonObject>[])), bodies)
    .map(([values, body]) => {
      const named = locations.flatMap((location, index) => {
        const own = values[index] ?? {};
        return Object.keys(own).length === 0 ? [] : [[location, own] as const];
      });
      return { ...Object.fromEntries(named), ...body };
    });
}

type Location = "path" | "query" | "header" | "cookie";

/** Returns the parameters of a location, by name; `undefined` if a required one has no value. */
function parametersOf(
  { description }: VerifiedApi,
  { model, mock }: VerifiedOperation,
  location: Location,
): fc.Arbitrary<JsonObject> | undefined {
  const own = model.parameters.filter((one) => one.in === location);
  if (own.length === 0) return fc.constant({});
  const given = member(description.exampleInput(model)?.input, location);
  const example: JsonObject = isObject(given) ? (given as JsonObject) : {};
  const arbitraries = new SchemaArbitraries(description, location);
  const members: Record<string, fc.Arbitrary<Json>> = {};
  for (const { name, schema, required } of own) {
    const isRuled = location === "header" && isRuledByHttp(name);
    if (isRuled && !required) continue;
    const constant = member(example, name);
    const values =
      isRuled && constant !== undefined ? fc.constant(constant) : arbitraries.of(schema.json, name);
    if (values === undefined && required) return undefined;
    if (values !== undefined) members[name] = values;
  }
  const requiredKeys = own.filter(({ name, required }) => required && Object.hasOwn(members, name));
  const record = fc
    .record(members, { requiredKeys: requiredKeys.map(({ name }) => name) })
    .map((made): JsonObject => ({ ...made }));
  const validator = mock.validators[location];
  return holding(
    record,
    (values) => isWritable(values, location) && accepts(validator, values),
    example,
  );
}

const accepts = (validator: Validator | undefined, value: unknown): boolean =>
  validator === undefined || validator(value);

/**
 * True if each value can be written. An empty text is not a segment of a path, and `.` and `..` change
 * the path (RFC 3986, section 3.3). Null, empty lists and empty objects are not written at all.
 */
function isWritable(values: JsonObject, location: Location): boolean {
  return Object.values(values).every((value) => {
    if (value === null) return false;
    if (typeof value === "object") return Object.keys(value).length > 0;
    return location !== "path" || !["", ".", ".."].includes(String(value));
  });
}

type Body = Pick<CallInput, "body" | "contentType">;

/** Returns the bodies of each media type, and the absence of a body if none is required. */
function bodiesOf(api: VerifiedApi, operation: VerifiedOperation): fc.Arbitrary<Body> | undefined {
  const { requestBody } = operation.model;
  if (requestBody === undefined) return fc.constant({});
  const kinds = requestBody.content.flatMap((media) => bodyOf(api, operation, media) ?? []);
  if (kinds.length === 0) return requestBody.required ? undefined : fc.constant({});
  const all = fc.oneof(...kinds);
  return requestBody.required
    ? all
    : fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 4, arbitrary: all });
}

/** Returns the bodies of a media type; `undefined` if none is found. */
export function bodyOf(
  { description }: VerifiedApi,
  { model, mock }: VerifiedOperation,
  media: MediaType,
): fc.Arbitrary<Body> | undefined {
  const example = description.exampleInput(model, media.mediaType);
  if (example === undefined) return undefined;
  const asBody = (body: Json, files: readonly string[]): Body => {
    const made = callInput({ input: { body }, body: media, files });
    return {
      body: made.body,
      ...(made.contentType !== undefined && { contentType: made.contentType }),
    };
  };
  if (media.kind === "binary")
    return fc.string({ minLength: 1, maxLength: 20 }).map((text) => asBody(text, []));
  const fallback = example.input["body"];
  if (fallback === undefined) return undefined;
  const validator = getMember(mock.validators.body, media.mediaType) as Validator | undefined;
  const position: ValuePosition = media.kind === "json" ? "json" : "form";
  // Bodies in XML cannot be generated: only their examples are known.
  if (media.kind === "text" && /[/+]xml$/i.test(mediaTypeEssence(media.mediaType) ?? ""))
    return undefined;
  const schema = media.schema?.json;
  const values =
    schema === undefined
      ? fc.constant(fallback)
      : new SchemaArbitraries(description, position).of(schema, "body");
  if (values === undefined) return fc.constant(asBody(fallback, example.files));
  if (media.stream !== undefined) {
    const [item] = Array.isArray(fallback) ? (fallback as readonly Json[]) : [];
    if (item === undefined) return fc.constant(asBody(fallback, []));
    const items = holding(values, (value) => accepts(validator, value), item);
    return fc.array(items, { minLength: 1, maxLength: 3 }).map((all) => asBody(all, []));
  }
  // An empty text is no body.
  const isBody = (value: Json): boolean => media.kind !== "text" || value !== "";
  const held = holding(values, (value) => isBody(value) && accepts(validator, value), fallback);
  return held.map((value) => asBody(value, description.filesOf(media, value)));
}
