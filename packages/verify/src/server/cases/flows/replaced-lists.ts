import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import { resolvePointer } from "@openapi-packages/runtime";
import type { Json, JsonObject } from "@openapi-packages/description";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { effectOf } from "../../../records/effects.ts";
import { fullerInput } from "../../../records/fuller.ts";
import { shownSchemas } from "../../../records/stories/state-member.ts";
import { bodyMedia, variedTexts } from "../../../records/vary.ts";
import type { Probe } from "../../../run/probe.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isNotShown } from "./differences.ts";
import { isDone } from "./flow.ts";

/** A change that answers with lists which it takes. */
export interface ListWriter {
  readonly operation: VerifiedOperation;
  /** The members that have the lists. */
  readonly names: readonly string[];
  /** The place of what it has changed in its answer. */
  readonly at: string;
}

/** Words by which a list is no new one: "the tags are added to those before", "an empty list is ignored". */
const otherwise = /\b(?:append\w*|merge[sd]?|add(?:s|ed)? to|union|ignored?)\b/i;

/** Words by which the description of a list says so: "Tags to add", "Leave it empty to keep the tags". */
const saidOfList =
  /\b(?:add(?:s|ed|ing|itional\w*)?|further|besides?|keeps?|kept|stays?|remains?|leaves?|unchanged)\b/i;

/** Returns the PUTs and PATCHes that answer with lists which they take, unless a sentence says that they add to them. */
export function listWriters(api: VerifiedApi): readonly ListWriter[] {
  const { document } = api.description.model;
  return api.operations.flatMap((operation): ListWriter[] => {
    const { method, description } = operation.model;
    const media = bodyMedia(operation, {});
    if ((method !== "PUT" && method !== "PATCH") || media?.kind !== "json") return [];
    const effect = effectOf(api, operation);
    const at = effect?.at ?? "";
    const state = { ...effect, kind: "update", resource: "", path: [], at } as const;
    const shown = shownSchemas(api, { operation, state });
    const schema = media.schema?.json;
    const names = memberNames(document, schema).filter((name) => {
      const asked = memberSchemas(document, schema, name);
      const answered = shown.flatMap((one) => memberSchemas(document, one, name));
      const own = asked.flatMap((one) =>
        typeof one["description"] === "string" ? [one["description"]] : [],
      );
      return (
        [asked, answered].every((all) =>
          all.some((one) => [one["type"]].flat().includes("array")),
        ) &&
        ![...asked, ...answered].some(isNotShown) &&
        !asked.some((one) => one["default"] !== undefined) &&
        !sentencesOf(description, ...own).some((one) => otherwise.test(one)) &&
        !own.some((one) => saidOfList.test(one))
      );
    });
    return names.length === 0 ? [] : [{ operation, names, at }];
  });
}

/**
 * Writes lists, others, and none: each replaces those before. At most 3 requests, and those for the record. What counts are
 * lists that were shown with as many items as they were sent with.
 */
export async function replacedLists(probe: Probe, writer: ListWriter): Promise<void> {
  const { operation, names } = writer;
  const { input } = await probe.records.inputFor(operation, true);
  if (input === undefined || !isObject(input.body)) return;
  const full = fullerInput(probe.api, operation, input).body;
  const lists = names.flatMap((name) => {
    const list = getMember(full as JsonObject, name);
    return Array.isArray(list) && list.length > 0 ? [[name, list as readonly Json[]] as const] : [];
  });
  const first = await written(probe, writer, input, Object.fromEntries(lists));
  if (first === undefined) return;
  const others = lists.flatMap(([name, list]) => {
    const other = otherItems(list);
    return other === undefined ? [] : [[name, other] as const];
  });
  const second = await written(probe, writer, input, Object.fromEntries(others));
  const added = second && addedTo(first, second);
  if (second !== undefined && added !== undefined) {
    const text = "takes another list as";
    report(probe, writer, added, [first, second], text, "with items of the one before, too");
    return;
  }
  const none = lists.map(([name]) => [name, []] as const);
  const third = await written(probe, writer, input, Object.fromEntries(none));
  if (third === undefined) return;
  for (const [name] of lists) {
    const isOther = second?.sent[name] !== undefined;
    const before = isOther ? second : first;
    // A service may have one item where it is given none.
    const isUsual = !isOther && before.shown[name]?.length === 1;
    if (isUsual || !isKept(before, third, name)) continue;
    const rest = `with ${third.shown[name]?.length} items`;
    report(probe, writer, name, [before, third], "takes an empty list as", rest);
    return;
  }
}

type Lists = Readonly<Record<string, readonly unknown[]>>;

/** Lists that were written, and those of the answer. */
interface Written {
  readonly sent: Lists;
  readonly shown: Lists;
  readonly exchange: Exchange;
}

/** Writes lists, alone if a body may have them alone; `undefined` if there are none, or they are not taken. */
async function written(
  probe: Probe,
  { operation, at }: ListWriter,
  input: CallInput,
  lists: Readonly<Record<string, readonly Json[]>>,
): Promise<Written | undefined> {
  const { api, records } = probe;
  const schema = bodyMedia(operation, input)?.schema?.json ?? true;
  const whole = { ...(input.body as JsonObject), ...lists };
  const isPartial = operation.model.method === "PATCH";
  const body = [...(isPartial ? [lists] : []), whole].find((one) =>
    api.description.holds(schema, one),
  );
  if (body === undefined || Object.keys(lists).length === 0) return undefined;
  const sent = await records.withCurrentTag(operation, { ...input, body });
  const exchange = await probe.call(operation, sent);
  const value = resolvePointer(exchange.value, at);
  if (!isDone(exchange) || !isObject(value)) return undefined;
  const shown = Object.entries(value).filter(([, one]) => Array.isArray(one));
  return { sent: lists, shown: Object.fromEntries(shown) as Lists, exchange };
}

/** True if a list is shown as it was sent: with all its items or, since the service may add to these, with as many. */
const isThere = ({ sent, shown }: Written, name: string): boolean => {
  const [asked, own] = [sent[name] ?? [], shown[name] ?? []];
  return asked.length > 0 && (own.length === asked.length || hasAll(own, asked));
};

/** True if an empty list leaves that which was there before. */
const isKept = (before: Written, { sent, shown }: Written, name: string): boolean =>
  isThere(before, name) && sent[name] !== undefined && equal(shown[name], before.shown[name]);

/** Returns the list that has all items of the one before beside its own; `undefined` if there is none. */
const addedTo = (before: Written, { sent, shown }: Written): string | undefined =>
  Object.keys(sent).find((name) => {
    const [asked, own, old] = [sent[name] ?? [], shown[name] ?? [], before.shown[name] ?? []];
    const isLonger = own.length === old.length + asked.length;
    return isThere(before, name) && isLonger && hasAll(own, [...old, ...asked]);
  });

const hasAll = (list: readonly unknown[], items: readonly unknown[]): boolean =>
  items.every((item) => list.some((one) => equal(one, item)));

/** Returns a list with other texts; `undefined` if its items are none. */
function otherItems(list: readonly Json[]): readonly Json[] | undefined {
  const texts = list.filter((one) => typeof one === "string");
  return texts.length === list.length
    ? texts.map((one, index) => variedTexts(one, index + 1)[0] ?? one)
    : undefined;
}

function report(
  probe: Probe,
  { operation }: ListWriter,
  name: string,
  steps: readonly Written[],
  text: string,
  rest: string,
): void {
  const message = `${text} \`${name}\`, and answers ${rest}`;
  const { pointer } = operation.model;
  const issues = [
    { in: "body" as const, pointer: `/${name}`, keyword: "read-after-update", message },
  ];
  const exchanges = steps.map(({ exchange }) => exchange);
  probe.report({ check: "read-after-update", message, pointer, issues }, operation, exchanges);
}
