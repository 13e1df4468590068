import type { ValidatorError } from "../operation.ts";

type Parameters = NonNullable<ValidatorError["params"]>;

const counted =
  (bound: "fewer" | "more", things: string) =>
  ({ limit }: Parameters): string =>
    `must NOT have ${bound} than ${String(limit)} ${things}`;

const compared = ({ comparison, limit }: Parameters): string =>
  `must be ${String(comparison)} ${String(limit)}`;

/** Names the valid values of the discriminating member, if there is one. */
const chosen =
  (otherwise: string) =>
  ({ propertyName, values }: Parameters): string =>
    propertyName === undefined
      ? otherwise
      : `must have as ${JSON.stringify(propertyName)} one of ${JSON.stringify(values).slice(1, -1)}`;

/** The messages by keyword of JSON Schema 2020-12, written from the parameters of the error. */
const messages: { readonly [keyword: string]: (params: Parameters) => string } = {
  additionalProperties: () => "must NOT have additional properties",
  anyOf: chosen("must match a schema in anyOf"),
  const: () => "must be equal to constant",
  contains: ({ minContains, maxContains }) =>
    `must contain at least ${String(minContains)}${maxContains === undefined ? "" : ` and at most ${String(maxContains)}`} valid item(s)`,
  dependentRequired: ({ property, missingProperty }) =>
    `must have property ${String(missingProperty)} when property ${String(property)} is present`,
  discriminator: chosen(""),
  enum: () => "must be equal to one of the allowed values",
  exclusiveMaximum: compared,
  exclusiveMinimum: compared,
  "false schema": () => "must NOT be there",
  format: ({ format }) => `must match format "${String(format)}"`,
  if: ({ failingKeyword }) => `must match "${String(failingKeyword)}" schema`,
  items: ({ limit }) => `must NOT have more than ${String(limit)} items`,
  maxItems: counted("more", "items"),
  maxLength: counted("more", "characters"),
  maxProperties: counted("more", "properties"),
  maximum: compared,
  minItems: counted("fewer", "items"),
  minLength: counted("fewer", "characters"),
  minProperties: counted("fewer", "properties"),
  minimum: compared,
  multipleOf: ({ multipleOf }) => `must be multiple of ${String(multipleOf)}`,
  not: () => "must NOT be valid",
  oneOf: chosen("must match exactly one schema in oneOf"),
  pattern: ({ pattern }) => `must match pattern "${String(pattern)}"`,
  propertyNames: () => "property name must be valid",
  required: ({ missingProperty }) => `must have required property '${String(missingProperty)}'`,
  type: ({ type }) =>
    type === "integer"
      ? `must be integer between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
      : `must be ${String(type)}`,
  unevaluatedItems: ({ limit }) => `must NOT have more than ${String(limit)} items`,
  unevaluatedProperties: () => "must NOT have unevaluated properties",
  uniqueItems: ({ i, j }) =>
    `must NOT have duplicate items (items ## ${String(j)} and ${String(i)} are identical)`,
};

/**
 * Returns the message of an error. It is written here so that compiled validators need not contain the
 * texts.
 */
export function messageOf({ keyword, params = {}, message }: ValidatorError): string {
  const compose = Object.hasOwn(messages, keyword) ? messages[keyword] : undefined;
  return message ?? compose?.(params) ?? `does not satisfy ${keyword}`;
}
