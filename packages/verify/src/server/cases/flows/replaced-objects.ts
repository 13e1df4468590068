import { isObject, type Json, type JsonObject } from "@openapi-packages/description";
import { equal } from "@openapi-packages/runtime/internals";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { bodyMedia, variedTexts } from "../../../records/vary.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isSuccess, type Flow, type Made } from "./flow.ts";
import { holds, objectAt } from "./merged-members.ts";

/** An object of a change's body, with the sentence that says that it is replaced as a whole. */
export interface ReplacedObject {
  readonly outer: string;
  readonly sentence: string;
}

const whole = "(?:as a whole|wholly|entirely|completely|in full)";
const isReplaced = `(?:is|are) (?:always )?replaced ${whole}`;

/** Words by which a sentence holds in some cases alone. */
const conditions = /\b(?:unless|except|if|when|only|not|never)\b/i;

/** Returns the objects of which a description says that a change replaces them as a whole. */
export function replacedObjects(
  { description: { model } }: VerifiedApi,
  { operation }: Pick<FoundOperation, "operation">,
): readonly ReplacedObject[] {
  const schema = bodyMedia(operation, {})?.schema?.json;
  const { summary, description, requestBody } = operation.model;
  const said = sentencesOf(summary, description, requestBody?.description);
  return memberNames(model.document, schema).flatMap((outer): ReplacedObject[] => {
    const own = memberSchemas(model.document, schema, outer);
    if (!own.some((one) => isObject(one["properties"]))) return [];
    const name = outer.replaceAll(/\W/g, "\\$&");
    const list = `\\W?\\b${name}\\b\\W?(?:(?:,| and|, and) \\W?[\\w.]+\\W?)*`;
    const about = new RegExp(`(?:^|\\s)${list} ${isReplaced}|\\breplaces ${list} ${whole}`);
    const ofOwn = sentencesOf(...own.map((one) => String(one["description"] ?? "")));
    const sentence =
      said.find((one) => about.test(one) && !conditions.test(one)) ??
      ofOwn.find(
        (one) => new RegExp(`^(?:it )?${isReplaced}`, "i").test(one) && !conditions.test(one),
      );
    return sentence === undefined ? [] : [{ outer, sentence }];
  });
}

/** A member of an object that a body may leave out. */
interface Inner {
  readonly name: string;
  readonly value: Json;
  readonly other: Json;
  readonly rest: JsonObject;
}

/**
 * Checks that a change which replaces an object as a whole does not keep a member that it leaves out: 4 requests, and 4
 * more with another value if it is kept, since the first one may be what the service takes for none.
 */
export async function replacedWhole(
  flow: Flow,
  update: FoundOperation,
  { outer, sentence }: ReplacedObject,
): Promise<void> {
  const made = await flow.createFull();
  const before = made && (await shown(flow, made, outer));
  const inner = made && before && innerOf(flow, update, made, outer, before.value);
  if (made === undefined || inner === undefined) return;
  const { name, value, other, rest } = inner;
  const write = async (object: JsonObject): Promise<Exchange | undefined> => {
    const sent = await flow.on(update, made.record, (input) => ({
      ...input,
      body: { [outer]: object },
    }));
    return sent !== undefined && isDone(sent.exchange) ? sent.exchange : undefined;
  };
  for (const [index, own] of [value, other].entries()) {
    const set = index === 0 ? made.exchange : await write({ ...rest, [name]: own });
    const seen = set && (index === 0 ? before : await shown(flow, made, outer));
    if (set === undefined || !equal(seen?.value[name], own)) return;
    const sent = await write(rest);
    const after = sent && (await shown(flow, made, outer));
    if (sent === undefined || after === undefined || !equal(after.value[name], own)) return;
    if (index === 0) continue;
    const message = `keeps \`${outer}.${name}\`, which it leaves out: "${sentence}"`;
    flow.report("read-after-update", update, message, [set, sent, after.exchange], [`/${outer}`]);
  }
}

/** Returns a member that was sent, is shown, and may be left out. */
function innerOf(
  flow: Flow,
  update: FoundOperation,
  { input }: Made,
  outer: string,
  seen: JsonObject,
): Inner | undefined {
  const sent = objectAt(input.body, outer);
  for (const [name, value] of Object.entries(sent)) {
    const { [name]: _, ...rest } = sent;
    const other = othersThan(value).find((one) =>
      holds(flow, update, { [outer]: { ...rest, [name]: one } }),
    );
    const isOptional = Object.keys(rest).length > 0 && holds(flow, update, { [outer]: rest });
    if (isOptional && other !== undefined && equal(seen[name], value))
      return { name, value, other, rest };
  }
  return undefined;
}

function othersThan(value: Json): readonly Json[] {
  if (typeof value === "string") return variedTexts(value, 3);
  if (typeof value === "number") return [value + 1, value - 1];
  return typeof value === "boolean" ? [!value] : [];
}

/** Reads an object of a record; `undefined` if that does not show it. */
async function shown(
  flow: Flow,
  { record }: Made,
  outer: string,
): Promise<{ readonly exchange: Exchange; readonly value: JsonObject } | undefined> {
  const { read } = flow.resource;
  const exchange = await flow.read(record);
  if (read === undefined || exchange === undefined || !isSuccess(exchange)) return undefined;
  return { exchange, value: objectAt(flow.shown(read, exchange), outer) };
}
