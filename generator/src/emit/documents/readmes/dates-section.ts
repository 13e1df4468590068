import { hasCodecs } from "@openapi-packages/compiler/compile/descriptors/codec-data";
import type { EmitModel } from "../../emit-model.ts";

/** Writes the section about dates; empty if there are none. */
export function datesSection(model: EmitModel, part: keyof typeof partTexts): string[] {
  if (!hasCodecs(model)) return [];
  return ["## Dates", "", `${valuesText} ${partTexts[part]}`, ""];
}

const valuesText =
  "Values whose `format` is `date-time` are instances of `Date`: in parameters, bodies, headers, errors and items of streams, also within unions, lists and maps. They are sent in UTC. A `Date` has no offset and nothing below a millisecond: what the other end sends of both is lost. Where the description allows any other text as well, a text is a `Date` if it reads as a date-time. `format: date` and `time`, and constants, stay texts.";

const partTexts = {
  contract:
    "`codecs` of each operation make them of JSON; validators look at JSON, so that they are guards of `JsonOf<Type>`, a type of the runtime in which dates are texts.",
  client:
    "A body of an answer with something else where a date-time has to be is a `DecodeError`; an answer that is of no branch of a union is left as it came. `api.raw`, `response()`, the entry `http` and what logs and middleware see are JSON.",
  server:
    "Handlers get and return them, errors by `fail` included; requests are validated before. An invalid `Date` in an answer, or one outside of the years 0 to 9999, becomes a 500 that `onError` is told of.",
  mocks:
    "Overrides get and return them, and get them from `fallback`. What a mock remembers is JSON: `mock.state`, `mock.seed` and snapshots have texts.",
} as const;
