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
  items: "The list of items in the body of the answer.",
  page: "The number of the page.",
  pageSize: "How many items a page holds.",
  pageCount: "How many pages there are.",
  totalCount: "How many items there are.",
  nextPage: "The number of the next page.",
  previousPage: "The number of the page before.",
  offset: "How many items come before the page.",
  limit: "The most items of a page.",
  count: "How many items the page has.",
  nextOffset: "The offset of the next page.",
  cursor: "The cursor that a page begins behind.",
  nextCursor: "The cursor of the next page.",
  itemCursor: "The cursor in the last item, which the next page begins behind.",
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
    text: "At the root, the errors that every operation may answer besides its documented ones: `statuses`, the `schema` of their body, and which of its `members` have what. At a schema of errors, `members` alone.",
    value: members({
      ...notes,
      statuses: { type: "array", items: { type: "integer", minimum: 400, maximum: 599 } },
      schema: { type: ["object", "boolean"] },
      members: members(Object.fromEntries([...errorRoles.keys()].map((role) => [role, text]))),
    }),
  },
  "x-pagination": {
    where: ["Operation"],
    text: "How clients walk through the pages of a list: the `style`, the parameters of the query in `request`, and JSON pointers into the body of the answer in `response`.",
    value: members(
      {
        ...notes,
        style: { enum: [...Object.keys(paginationStyles), "none"] },
        reason: of(text, "Why there are no pages, with `style: none`."),
        request: of(
          paginationMembers("request", text),
          "Parameters of the query, by what they say.",
        ),
        response: of(
          paginationMembers("response", pointer),
          "JSON pointers into the body of the answer, by what is found there.",
        ),
      },
      "style",
    ),
  },
  "x-event-stream": {
    where: ["MediaType"],
    text: "How a stream ends, and which of its events reports an error.",
    value: members({
      ...notes,
      terminal: of(
        members({ event: text, data: text }),
        "The event that ends it, by its name, its data, or both.",
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
    text: "At a status with `enum`, how it changes with time: mocks let it, and clients wait for the last step. At an object, `member` alone: the JSON pointer of its status.",
    value: members({
      ...notes,
      steps: {
        type: "array",
        minItems: 2,
        description:
          "The values in their order, each a value or `{ value, lasts }` in milliseconds.",
        items: {
          anyOf: [
            { type: ["string", "number", "boolean"] },
            members({ value: {}, lasts: { type: "number", minimum: 0 } }, "value"),
          ],
        },
      },
      cancelled: of({}, "The value after cancelling."),
      failed: of({ type: "array" }, "The values of what has failed."),
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
            header: of(text, "The header that has the signature."),
            prefix: of(text, "What stands before the signature, such as sha256=."),
            idHeader: of(text, "The header that has the identifier."),
            timestampHeader: of(text, "The header that has the time, in seconds."),
            timestampPrefix: of(text, "What stands before the time in its header, such as t=."),
            content: of(text, "What is signed, such as {timestamp}.{body}; left out: {body}."),
            tolerance: of(
              { type: "number", exclusiveMinimum: 0 },
              "The most seconds that a time may differ by.",
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
    text: "The content that the command `mock` takes or answers, where a service does more than is documented.",
    value: members(
      {
        content: of({ type: "object" }, "Media types, in the place of those that are documented."),
        ...notes,
      },
      "content",
    ),
  },
  "x-requires": {
    where: ["Operation"],
    text: "The values that members of the record have to have which the path names: mocks refuse the operation for others.",
    value: {
      type: "object",
      minProperties: 1,
      additionalProperties: { type: ["string", "number", "boolean"] },
    },
  },
  "x-unique": {
    where: ["Schema"],
    text: "True if no two records have the same value: mocks answer the 409 that is documented.",
    value: { type: "boolean" },
  },
  "x-multi-segment": {
    where: ["Parameter"],
    text: "True if a parameter of the path takes several segments, such as dir/name.txt.",
    value: { type: "boolean" },
  },
  "x-renamed-from": {
    where: ["Operation", "Schema", "Parameter", "Tag"],
    text: "What this was called before, or a list of it: code keeps the name of an operation, a schema or a tag as a deprecated alias for a major version, and `diff`, `codemod` and `scaffold` follow the rename.",
    value: { anyOf: [text, earlier, { type: "array", items: { anyOf: [text, earlier] } }] },
  },
  "x-name": {
    where: ["Tag", "Operation", "Schema"],
    text: "The name in code, instead of the one that is derived.",
    value: { anyOf: [identifier, text] },
  },
  "x-not-shown": {
    where: "any",
    text: "What the source of this description leaves open; listed in NOT-SHOWN.md.",
    value: textOrTexts,
  },
  "x-assumption": {
    where: "any",
    text: "What was assumed where the source is silent; listed in NOT-SHOWN.md.",
    value: textOrTexts,
  },
  "x-sensitive": {
    where: ["Schema", "Parameter", "Header"],
    text: "True if it is a secret, which logs leave out.",
    value: { type: "boolean" },
  },
  "x-extensible-enum": {
    where: ["Schema"],
    text: "The values that are known today, where others may come; or true beside `enum`.",
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
  "x-enum-descriptions": { where: ["Schema"], text: "What each value of `enum` means.", value: {} },
  "x-enumDescriptions": { where: ["Schema"], text: "What each value of `enum` means.", value: {} },
  "x-ms-enum": {
    where: ["Schema"],
    text: "Names of the values of `enum`; `modelAsString: true` lets others come.",
    value: {},
  },
  "x-speakeasy-unknown-values": {
    where: ["Schema"],
    text: "With `allow` other values may come than those of `enum`.",
    value: {},
  },
  "x-ms-discriminator-value": {
    where: ["Schema"],
    text: "The value of the discriminator that this schema stands for.",
    value: {},
  },
  "x-discriminator-value": {
    where: ["Schema"],
    text: "The value of the discriminator that this schema stands for.",
    value: {},
  },
};
