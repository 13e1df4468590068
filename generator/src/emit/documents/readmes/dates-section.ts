import { hasCodecs } from "@openapi-packages/compiler/compile/descriptors/codec-data";
import type { EmitModel } from "../../emit-model.ts";

/** Writes the section about dates; empty if there are none. */
export function datesSection(model: EmitModel, part: keyof typeof partTexts): string[] {
  if (!hasCodecs(model)) return [];
  return ["## Dates", "", `${valuesText} ${partTexts[part]}`, ""];
}

const valuesText =
  "Values whose `format` is `date-time` are instances of `Date`: in parameters, bodies, headers, errors and items of streams, also within unions, lists and maps. They are sent in UTC. A `Date` has no offset and nothing below a millisecond: both are lost. If the description also allows any other string, a string in the format of a date-time becomes a `Date`. `format: date` and `time`, and constants, stay strings.";

const partTexts = {
  contract:
    "`codecs` of each operation convert JSON to these types; validators check JSON, so they are guards of `JsonOf<Type>`, a type of the runtime in which dates are strings.",
  client:
    "A response with another value in place of a date-time is a `DecodeError`; a value that matches no branch of a union is not converted. `api.raw`, `response()`, the entry `http`, logs and middleware use JSON.",
  server:
    "Handlers take and return them, also in errors by `fail`; requests are validated before. An invalid `Date` in a response, or one outside of the years 0 to 9999, becomes a 500 and is reported to `onError`.",
  mocks:
    "Overrides take and return them, and get them from `fallback`. A mock stores JSON: `mock.state`, `mock.seed` and snapshots have strings.",
} as const;
