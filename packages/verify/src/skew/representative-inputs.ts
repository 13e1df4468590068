import type { CallInput } from "@openapi-packages/runtime/client";
import type { Json, JsonObject, MediaType, Parameter } from "@openapi-packages/description";
import { isRuledByHttp } from "../arbitraries/http-headers.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { callInput } from "../records/call-input.ts";
import { RepresentativeValues } from "./representative-values.ts";

type Body = Pick<CallInput, "body" | "contentType">;

/** An input without its body, by location. */
type Parameters = Readonly<Record<string, JsonObject>>;

/**
 * Inputs that together show what callers of an operation may send: the required parts alone, all parts, and each part with
 * each of its {@link RepresentativeValues}, in bodies of each media type. The small ones come first.
 */
export function representativeInputs(
  { description }: VerifiedApi,
  { model }: VerifiedOperation,
): readonly CallInput[] {
  const values = new RepresentativeValues(description, "readOnly");
  const valued = model.parameters
    .filter((one) => one.required || !(one.in === "header" && isRuledByHttp(one.name)))
    .map((one) => ({ parameter: one, values: parameterValues(values, one) }))
    .filter((one) => one.values.length > 0);
  const required = valued.filter(({ parameter }) => parameter.required);
  const minimal = parametersOf(required);
  const bodies = (model.requestBody?.content ?? []).flatMap((media): Body[] =>
    bodiesOf(description, model, values, media),
  );
  const example = description.exampleInput(model);
  const [body = {}] = bodies;
  const needed: Body = model.requestBody?.required === true ? body : {};
  return [
    { ...minimal, ...needed },
    ...(example === undefined ? [] : [callInput(example)]),
    ...bodies.map((one) => ({ ...minimal, ...one })),
    ...valued.flatMap(({ parameter, values: own }) =>
      own.map((value) => ({ ...withValue(minimal, parameter, value), ...needed })),
    ),
    { ...parametersOf(valued), ...body },
  ];
}

interface Valued {
  readonly parameter: Parameter;
  readonly values: readonly Json[];
}

function parameterValues(
  values: RepresentativeValues,
  { name, schema, example, in: location }: Parameter,
): readonly Json[] {
  const own = values.of(schema.json, name);
  const all = example === undefined ? own : [example, ...own];
  // Nothing, `.` and `..` are no segments of a path (RFC 3986, section 3.3).
  return location === "path" ? all.filter((one) => !["", ".", ".."].includes(String(one))) : all;
}

const parametersOf = (valued: readonly Valued[]): Parameters => {
  let made: Parameters = {};
  for (const { parameter, values } of valued) made = withValue(made, parameter, values[0] as Json);
  return made;
};

const withValue = (
  input: Parameters,
  { in: location, name }: Parameter,
  value: Json,
): Parameters => ({
  ...input,
  [location]: { ...input[location], [name]: value },
});

function bodiesOf(
  description: VerifiedApi["description"],
  model: VerifiedOperation["model"],
  values: RepresentativeValues,
  media: MediaType,
): Body[] {
  const example = description.exampleInput(model, media.mediaType);
  const asBody = (body: Json): Body => {
    const files = description.filesOf(media, body);
    const made = callInput({ input: { body }, body: media, files });
    return {
      body: made.body,
      ...(made.contentType !== undefined && { contentType: made.contentType }),
    };
  };
  const given = example?.input["body"];
  const isSampled = media.kind === "json" || media.kind === "form" || media.kind === "multipart";
  if (!isSampled || media.schema === undefined) return given === undefined ? [] : [asBody(given)];
  const made = values.of(media.schema.json, "body");
  return made.map((value) => asBody(media.stream === undefined ? value : [value]));
}
