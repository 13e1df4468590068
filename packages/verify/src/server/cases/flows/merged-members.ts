import { isObject, type Json, type JsonObject } from "@openapi-packages/description";
import { equal } from "@openapi-packages/runtime/internals";
import type { FoundOperation } from "../../../records/made-record.ts";
import { bodyMedia, variedTexts } from "../../../records/vary.ts";
import { sentencesAbout, sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isSuccess, type Flow, type Made } from "./flow.ts";

/** A text in an object of a record, with the members beside it. */
interface InnerText {
  readonly outer: string;
  readonly inner: string;
  readonly text: string;
  readonly others: readonly string[];
  /** The object as it is shown. */
  readonly whole: JsonObject;
}

/**
 * Checks that a merge patch of one member of an object leaves its other members (RFC 7396, section 2), and that null
 * removes one alone: 6 requests.
 *
 * @param replaced the objects of which a sentence says that they are replaced as a whole
 */
export async function mergedInside(
  flow: Flow,
  update: FoundOperation,
  replaced: readonly string[] = [],
): Promise<void> {
  const { read } = flow.resource;
  const made = await flow.createFull();
  const before = made && (await flow.read(made.record));
  const shown = read && before && flow.shown(read, before);
  if (made === undefined || read === undefined || before === undefined) return;
  const place = innerText(flow, update, shown, replaced);
  if (place === undefined) return;
  const { outer, inner, others } = place;
  for (const value of [place.text, null]) {
    const body = { [outer]: { [inner]: value } };
    if (value === null && !holds(flow, update, body)) return;
    const sent = await flow.on(update, made.record, (input) => ({ ...input, body }));
    if (
      value !== null &&
      sent !== undefined &&
      (await refusedAlone(flow, update, made, sent, place))
    )
      return;
    const after = sent && (await flow.read(made.record));
    if (sent === undefined || after === undefined || !isDone(sent.exchange) || !isSuccess(after))
      return;
    const [old = {}, now = {}] = [before, after].map((one) =>
      objectAt(flow.shown(read, one), outer),
    );
    const lost = others.filter((name) => !equal(now[name], old[name]));
    // What the service shows of the other members at all is known from before.
    if (lost.length > 0) {
      const names = lost.map((name) => `\`${outer}.${name}\``).join(", ");
      const message = `changes ${names}, and the merge patch is of \`${outer}.${inner}\` alone (RFC 7396)`;
      flow.report("read-after-update", update, message, [before, sent.exchange, after]);
      return;
    }
    if (value === null && now[inner] === place.text) {
      const message = `takes null for \`${outer}.${inner}\` and keeps the value (RFC 7396)`;
      flow.report("read-after-update", update, message, [sent.exchange, after]);
    }
  }
}

/**
 * Reports a merge patch of one member that is refused, where the same one with the other members as they are is taken:
 * both have the same result. 1 request.
 */
async function refusedAlone(
  flow: Flow,
  update: FoundOperation,
  { record }: Made,
  { exchange }: { readonly exchange: Exchange },
  { outer, inner, text, whole }: InnerText,
): Promise<boolean> {
  const { status = 0 } = exchange.response ?? {};
  const body = { [outer]: { ...whole, [inner]: text } };
  if (![400, 422].includes(status) || !holds(flow, update, body)) return false;
  if (isSentWhole(flow.probe.api, update, outer)) return false;
  const sent = await flow.on(update, record, (input) => ({ ...input, body }));
  if (sent === undefined || !isDone(sent.exchange)) return false;
  const message = `answers ${status} to a merge patch of \`${outer}.${inner}\` alone, and takes it with the other members as they are (RFC 7396)`;
  flow.report("accepts-valid", update, message, [exchange, sent.exchange]);
  return true;
}

/** Words by which an object is sent as a whole, whatever RFC 7396 says. */
const together = /\b(whole|in full|complete(ly)?|together|entire(ly)?|both|all of)\b/i;

/** True if the description says of an object that it is sent as a whole. */
export function isSentWhole(
  api: VerifiedApi,
  { operation }: Pick<FoundOperation, "operation">,
  outer: string,
): boolean {
  const schema = bodyMedia(operation, {})?.schema?.json;
  const own = memberSchemas(api.description.model.document, schema, outer);
  const isAbout = (text: string): boolean =>
    text.toLowerCase().includes(outer.toLowerCase()) || /\b(objects?|members?)\b/i.test(text);
  return [
    ...sentencesOf(...own.map((one) => String(one["description"] ?? ""))),
    ...sentencesAbout(api, operation).filter(isAbout),
  ].some((one) => together.test(one));
}

/** Returns an object in a value; an empty one if there is none. */
export const objectAt = (value: unknown, name: string): JsonObject => {
  const own = isObject(value as Json) ? (value as JsonObject)[name] : undefined;
  return isObject(own) ? own : {};
};

/** Returns another text for a member of an object that a record shows beside others, and that a patch may change alone. */
function innerText(
  flow: Flow,
  update: FoundOperation,
  shown: unknown,
  replaced: readonly string[],
): InnerText | undefined {
  if (!isObject(shown as Json)) return undefined;
  const places = Object.entries(shown as JsonObject).flatMap(([outer, object]) =>
    isObject(object) && !replaced.includes(outer)
      ? Object.entries(object).flatMap(([inner, text]) =>
          typeof text === "string"
            ? variedTexts(text, 3).map((other) => ({
                outer,
                inner,
                text: other,
                others: Object.keys(object).filter((name) => name !== inner),
                whole: object,
              }))
            : [],
        )
      : [],
  );
  return places.find(
    ({ outer, inner, text, others }) =>
      others.length > 0 && holds(flow, update, { [outer]: { [inner]: text } }),
  );
}

/** True if a change allows a body. */
export function holds(flow: Flow, { operation }: FoundOperation, body: JsonObject): boolean {
  const schema = bodyMedia(operation, { body })?.schema?.json;
  return schema !== undefined && flow.probe.api.description.holds(schema, body);
}
