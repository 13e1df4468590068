import { nounOf } from "@openapi-packages/compiler/mock/state/words";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { FoundOperation } from "../../../records/made-record.ts";
import { withFreshKey } from "../../../records/own-key.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, type Flow, type Made } from "../flows/flow.ts";

/** Words by which values are compared with those below the same record: "unique within the property", "Two properties may use the same label". */
const belowOne = [
  /\b(?:unique|distinct|once)(?: only)? (?:within|in|inside|per|for|among the [\w-]+ (?:of|in)) (?:(?:the|an?|its|each|every|one|the same) )?(?<noun>[a-z][\w-]*)/i,
  /\b(?:two|several|different|other) (?<noun>[a-z][\w-]*) (?:may|can)\b[^,;]*\bsame\b/i,
];

const everywhere = /\b(?:everywhere|globally|overall|all|across)\b|\b(?:not|never) only\b/i;

/** Returns the sentence by which a value may be used again below another record; `undefined` if none says so. */
export function takenBelowOthers(
  { state }: FoundOperation,
  sentences: readonly string[],
): string | undefined {
  const [above, ...further] = state.path;
  if (above?.resource === undefined || further.length > 0) return undefined;
  if (sentences.some((one) => everywhere.test(one))) return undefined;
  const noun = nounOf(above.resource);
  return sentences.find((one) =>
    belowOne.some((pattern) => nounOf(pattern.exec(one)?.groups?.["noun"] ?? "") === noun),
  );
}

/**
 * Creates a record below another one with the values of one that is known; if that is refused, one with other values.
 * 2 requests, and those for the record above.
 *
 * @returns the calls if only the same values are refused there
 */
export async function refusedBelowAnother(
  flow: Flow,
  made: Made,
  members: readonly string[],
): Promise<readonly Exchange[] | undefined> {
  const { records } = flow.probe;
  const { operation, state } = flow.resource.create;
  const { resource = "", parameter = "" } = state.path.at(-1) ?? {};
  const prepared = await records.stories.recordFor(operation, resource, false, "new");
  const other = prepared ?? (await records.make(resource));
  const { body } = made.input;
  const { body: free } = records.varied(operation, made.input, 55) ?? {};
  if (other === undefined || !isObject(free) || !isObject(body)) return undefined;
  if (other.key === String(getMember(made.input.path, parameter))) return undefined;
  if (members.some((name) => free[name] === body[name])) return undefined;
  const path = { ...made.input.path, [parameter]: other.key };
  const send = (own: object, use: string): Promise<Exchange> =>
    flow.probe.call(operation, withFreshKey(operation, { ...made.input, path, body: own }, use));
  const same = Object.fromEntries(members.map((name) => [name, body[name]]));
  const refused = await send({ ...free, ...same }, "below another");
  if (refused.response?.status !== 409) return undefined;
  const taken = await send(free, "free below another");
  return isDone(taken) ? [made.exchange, refused, taken] : undefined;
}
