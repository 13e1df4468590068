import type { EmitModel } from "../../emit-model.ts";

/** Writes the sections about values that JSON has no type for; empty if there are none. */
export function datesSection({ codecs }: EmitModel, part: keyof typeof dateTexts): string[] {
  const helpers = codecs?.helpers ?? [];
  const hasDates = helpers.some((one) => one === "date" || one === "dateOrOther");
  return [
    ...(hasDates ? ["## Dates", "", `${datesText} ${dateTexts[part]}`, ""] : []),
    ...(helpers.includes("int64")
      ? ["## Integers of 64 bits", "", `${int64Text} ${int64Texts[part]}`, ""]
      : []),
  ];
}

/** Names the values that codecs convert, for a sentence. */
export const convertedValues = ({ codecs }: EmitModel): string =>
  codecs?.helpers.includes("int64") === true ? "values that JSON has no type for" : "dates";

const datesText =
  "Values whose `format` is `date-time` are instances of `Date`: in parameters, bodies, headers, errors and items of streams, also within unions, lists and maps. They are sent in UTC. A `Date` has no offset and nothing below a millisecond: both are lost. If the description also allows any other string, a string in the format of a date-time becomes a `Date`. `format: date` and `time`, and constants, stay strings.";

const dateTexts = {
  contract:
    "`codecs` of each operation convert JSON to these types; validators check JSON, so they are guards of `JsonOf<Type>`, a type of the runtime in which dates are strings.",
  client:
    "A response with another value in place of a date-time is a `DecodeError`; a value that matches no branch of a union is not converted. `api.raw`, `response()`, the entry `http`, logs and middleware use JSON.",
  server:
    "Handlers take and return them, also in errors by `fail`; requests are validated before. An invalid `Date` in a response, or one outside of the years 0 to 9999, becomes a 500 and is reported to `onError`.",
  mocks:
    "Overrides take and return them, and get them from `fallback`. A mock stores JSON: `mock.state`, `mock.seed` and snapshots have strings.",
} as const;

const int64Text =
  "Integers whose `format` is `int64` are `bigint`, such as `9007199254740993n`: in parameters, bodies, headers, errors and items of streams, also within lists and maps. They need `JSON.rawJSON`, which Node 22, Chromium 114, Firefox 135 and Safari 18.4 have; an older runtime refuses those beyond 2^53. Constants stay numbers.";

const int64Texts = {
  contract:
    "Validators check JSON: there an int64 is a number up to 2^53 and a `bigint` beyond, as `JsonOf<Type>` of the runtime says.",
  client: "`response()`, the entry `http` and logs use JSON, in which `JSON.parse` rounds them.",
  server: "Handlers take and return them, also in errors by `fail`.",
  mocks:
    "Overrides take and return them. A mock stores JSON: `mock.state` and snapshots have a number up to 2^53 and a `bigint` beyond.",
} as const satisfies Record<keyof typeof dateTexts, string>;
