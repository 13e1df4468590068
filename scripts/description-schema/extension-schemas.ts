import { errorRoles } from "../../packages/compiler/src/compile/errors/plan-errors.ts";
import type { ObjectName } from "../../packages/description/src/load/openapi/object-members.ts";
import { paginationStyles } from "../../packages/description/src/model/pagination-styles.ts";
import { renamedFromMembers } from "../../packages/description/src/model/renames/renamed-from.ts";
import type { Schema } from "./schema.ts";

/** An extension that the generator reads. */
export interface Extension {
  /** The objects that may have it; `any` means all. */
  readonly where: readonly ObjectName[] | "any";
  /** The description that editors show. */
  readonly text: string;
  readonly value: Schema;
}

const text: Schema = { type: "string" };
const texts: Schema = { type: "array", items: text };
const textOrTexts: Schema = { anyOf: [text, texts] };
const pointer: Schema = { type: "string", pattern: "^(/|$)" };
const identifier: Schema = { type: "string", pattern: "^[A-Za-z][A-Za-z0-9_]*$" };

/** An object with these members and no others. */
const members = (properties: Readonly<Record<string, Schema>>, ...required: string[]): Schema => ({
  type: "object",
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});

const of = (value: Schema, description: string): Schema => ({ ...value, description });

/** The description of each member in an entry of `x-renamed-from`. */
const earlierTexts: Readonly<Record<(typeof renamedFromMembers)[number], string>> = {
  name: "The earlier name.",
  since: "The version of the description that renamed it.",
};

/** Members for human readers that extensions may have. */
const notes: Readonly<Record<string, Schema>> = { "x-assumption": {}, "x-not-shown": {} };

/** An entry of `x-renamed-from`. */
const earlier: Schema = members(
  Object.fromEntries(renamedFromMembers.map((name) => [name, of(text, earlierTexts[name])])),
  "name",
);

/** The description of each member of `x-pagination`. */
const paginationTexts: Readonly<Record<string, string>> = {
  items: "The list of items in the response body.",
  page: "The number of the page.",
  pageSize: "The number of items per page.",
  pageCount: "The number of pages.",
  totalCount: "The number of items.",
  nextPage: "The number of the next page.",
  previousPage: "The number of the previous page.",
  offset: "The number of items before the page.",
  limit: "The maximum number of items per page.",
  count: "The number of items on the page.",
  nextOffset: "The offset of the next page.",
  cursor: "The cursor after which a page starts.",
  nextCursor: "The cursor of the next page.",
  itemCursor: "The cursor in the last item, after which the next page starts.",
  hasMore: "True if there is another page.",
};

/** The members of `x-pagination` for requests or responses, of all styles. */
const paginationMembers = (side: "request" | "response", value: Schema): Schema =>
  members(
    Object.fromEntries(
      Object.values(paginationStyles)
        .flatMap((style): readonly string[] => style[side])
        .map((name) => [name, of(value, paginationTexts[name] ?? "")]),
    ),
  );

/** The extensions that the generator reads, by name. README.md describes ours under "Extensions". */
export const extensions: Readonly<Record<string, Extension>> = {
  "x-common-errors": {
    where: ["OpenApi", "Schema"],
    text: "At the root: the errors that every operation may return in addition to its documented ones, with their `statuses`, the `schema` of their body, and the meaning of its `members`. In a schema of errors: only `members`.",
    value: members({
      ...notes,
      statuses: { type: "array", items: { type: "integer", minimum: 400, maximum: 599 } },
      schema: { type: ["object", "boolean"] },
      members: members(Object.fromEntries([...errorRoles.keys()].map((role) => [role, text]))),
    }),
  },
  "x-pagination": {
    where: ["Operation"],
    text: "How clients iterate over the pages of a list: the `style`, query parameters in `request`, and JSON pointers into the response body in `response`.",
    value: members(
      {
        ...notes,
        style: { enum: [...Object.keys(paginationStyles), "none"] },
        reason: of(text, "The reason for `style: none`."),
        request: of(paginationMembers("request", text), "Query parameters by role."),
        response: of(
          paginationMembers("response", pointer),
          "JSON pointers into the response body by role.",
        ),
      },
      "style",
    ),
  },
  "x-event-stream": {
    where: ["MediaType"],
    text: "The events that end a stream or report an error.",
    value: members({
      ...notes,
      terminal: of(
        members({ event: text, data: text }),
        "The event that ends the stream: its name, its data, or both.",
      ),
      errorEvent: of(text, "The name of the event that reports an error."),
    }),
  },
  "x-event-sequence": {
    where: ["MediaType"],
    text: "The events that a mock sends, in order.",
    value: { type: "array" },
  },
  "x-lifecycle": {
    where: ["Schema"],
    text: "In a status with `enum`: how it changes over time in mocks; clients wait for the last step. In an object: only `member`, the JSON pointer of its status.",
    value: members({
      ...notes,
      steps: {
        type: "array",
        minItems: 2,
        description: "The values in order, each a value or `{ value, lasts }` in milliseconds.",
        items: {
          anyOf: [
            { type: ["string", "number", "boolean"] },
            members({ value: {}, lasts: { type: "number", minimum: 0 } }, "value"),
          ],
        },
      },
      cancelled: of({}, "The value after cancelling."),
      failed: of({ type: "array" }, "The values after a failure."),
      member: of(pointer, "The JSON pointer of the status in the object."),
    }),
  },
  "x-webhook-signature": {
    where: ["OpenApi", "PathItem", "Operation"],
    text: "How webhooks are signed: `standard-webhooks`, or an HMAC in a header.",
    value: {
      anyOf: [
        { const: "standard-webhooks" },
        members(
          {
            ...notes,
            algorithm: { enum: ["sha1", "sha256", "sha512"] },
            encoding: { enum: ["hex", "base64"] },
            header: of(text, "The header with the signature."),
            prefix: of(text, "The prefix of the signature, such as sha256=."),
            idHeader: of(text, "The header with the identifier."),
            timestampHeader: of(text, "The header with the time in seconds."),
            timestampPrefix: of(text, "The prefix of the time in its header, such as t=."),
            content: of(text, "The signed text, such as {timestamp}.{body}; default: {body}."),
            tolerance: of(
              { type: "number", exclusiveMinimum: 0 },
              "The maximum difference of the time, in seconds.",
            ),
            secretEncoding: { enum: ["text", "base64"] },
          },
          "algorithm",
          "encoding",
          "header",
        ),
      ],
    },
  },
  "x-mock": {
    where: ["RequestBody", "Response"],
    text: "The content that the command `mock` accepts or returns, if a service does more than documented.",
    value: members(
      {
        content: of({ type: "object" }, "Media types that replace the documented ones."),
        ...notes,
      },
      "content",
    ),
  },
  "x-requires": {
    where: ["Operation"],
    text: "The required values of members of the record in the path: mocks refuse the operation for other records.",
    value: {
      type: "object",
      minProperties: 1,
      additionalProperties: { type: ["string", "number", "boolean"] },
    },
  },
  "x-unique": {
    where: ["Schema"],
    text: "True if the value is unique among records: mocks return the documented 409 for a duplicate.",
    value: { type: "boolean" },
  },
  "x-multi-segment": {
    where: ["Parameter"],
    text: "True if a path parameter may have several segments, such as dir/name.txt.",
    value: { type: "boolean" },
  },
  "x-renamed-from": {
    where: ["Operation", "Schema", "Parameter", "Tag"],
    text: "The earlier name, or a list of them: code keeps the name of an operation, a schema or a tag as a deprecated alias for a major version, and `diff`, `codemod` and `scaffold` follow the rename.",
    value: { anyOf: [text, earlier, { type: "array", items: { anyOf: [text, earlier] } }] },
  },
  "x-name": {
    where: ["Tag", "Operation", "Schema"],
    text: "The name in code, instead of the derived one.",
    value: { anyOf: [identifier, text] },
  },
  "x-not-shown": {
    where: "any",
    text: "A place that the source of this description leaves open; listed in NOT-SHOWN.md.",
    value: textOrTexts,
  },
  "x-assumption": {
    where: "any",
    text: "An assumption about a place that the source leaves open; listed in NOT-SHOWN.md.",
    value: textOrTexts,
  },
  "x-sensitive": {
    where: ["Schema", "Parameter", "Header"],
    text: "True for a secret, which logs omit.",
    value: { type: "boolean" },
  },
  "x-extensible-enum": {
    where: ["Schema"],
    text: "The known values of an extensible enum; or true next to `enum`.",
    value: { type: ["array", "boolean"] },
  },
  "x-enum-varnames": {
    where: ["Schema"],
    text: "The names of the values of `enum` in code.",
    value: {},
  },
  "x-enumNames": {
    where: ["Schema"],
    text: "The names of the values of `enum` in code.",
    value: {},
  },
  "x-enum-descriptions": {
    where: ["Schema"],
    text: "Descriptions of the values of `enum`.",
    value: {},
  },
  "x-enumDescriptions": {
    where: ["Schema"],
    text: "Descriptions of the values of `enum`.",
    value: {},
  },
  "x-ms-enum": {
    where: ["Schema"],
    text: "Names of the values of `enum`; `modelAsString: true` allows other values.",
    value: {},
  },
  "x-speakeasy-unknown-values": {
    where: ["Schema"],
    text: "With `allow`, values that are not in `enum` are allowed too.",
    value: {},
  },
  "x-ms-discriminator-value": {
    where: ["Schema"],
    text: "The value of the discriminator that selects this schema.",
    value: {},
  },
  "x-discriminator-value": {
    where: ["Schema"],
    text: "The value of the discriminator that selects this schema.",
    value: {},
  },
};
