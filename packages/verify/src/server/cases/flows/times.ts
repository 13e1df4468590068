import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import { sentencesOf } from "../../../description/said.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { allListed } from "../states/listed-records.ts";
import { isDone, isSuccess, type Flow } from "./flow.ts";
import { alteredMember, type SeenChange } from "./left-out.ts";

/** Members with the time when a record was made, which stays. */
const ofCreation = /^(?:created|inserted)_?(?:at|on|date|time)?$/i;

/** Members with the time of its last change. */
const ofChange = /^(?:(?:last_?)?(?:updated|modified|changed)_?(?:at|on|date|time)?)$/i;

/** How old a record has to be, in milliseconds, so that the time of a change is another one whatever its precision. */
const oldEnough = 60_000;

/** The same where a time is a day: it is another one in each zone. */
const daysOldEnough = 2 * 24 * 60 * 60_000;

/** The most pages on which an old record is looked for. */
const mostPages = 5;

/** Members whose changes are none of the content: marks of a user, and places in an order. */
const notContent =
  /^(?:is_?)?(?:favou?rite|starred|pinned|read|seen|unread|flagged|liked|muted|bookmarked)$|(?:position|rank|order|index)$/i;

/** Reports a change that makes a record begin at another time, or its last change an earlier one. */
export function reportTimes(flow: Flow, by: FoundOperation, change: SeenChange): void {
  const { read } = flow.resource;
  const { exchange, input, shown, seen } = change;
  if (read === undefined) return;
  const [before, after] = [shown, seen].map((one) => flow.shown(read, one));
  if (!isObject(before) || !isObject(after)) return;
  for (const [name, value] of Object.entries(before)) {
    const now = after[name];
    const isSent = isObject(input.body) && Object.hasOwn(input.body, name);
    const [old, later] = [timeIn(value), timeIn(now)];
    if (isSent || Number.isNaN(old) || Number.isNaN(later) || isSameTime(old, later)) continue;
    const isBegun =
      ofCreation.test(name) && !saidOf(flow, read, shown, name).some((one) => ofVersions.test(one));
    if (!isBegun && !(ofChange.test(name) && later < old)) continue;
    const text = `changes \`${name}\` from ${String(value)} to ${String(now)}`;
    flow.report("read-after-update", by, text, [shown, exchange, seen]);
    return;
  }
}

/**
 * Changes a record of the list that was changed last more than a minute ago, if the service exists for the test alone: the
 * time of its last change is another one afterwards. 3 requests, 1 for each page of the list, and 1 more to be sure of a failure.
 */
export async function timeOfChange(flow: Flow, update: FoundOperation): Promise<void> {
  const { probe, resource } = flow;
  const { read } = resource;
  if (read === undefined || !probe.isDisposable) return;
  const listed = await allListed(probe, resource.name, mostPages);
  const record = listed.find(({ value }) => oldName(value) !== undefined);
  const shown = record && (await flow.read(record));
  if (record === undefined || shown === undefined || !isSuccess(shown)) return;
  const before = flow.shown(read, shown);
  const name = oldName(before);
  const { input } = await probe.records.inputFor(update.operation, record);
  const body = input && alteredMember(flow, update, input);
  const changed = body && (await flow.on(update, record, (own) => ({ ...own, body })));
  if (name === undefined || changed === undefined || !isDone(changed.exchange)) return;
  if (isOfSome(saidOf(flow, read, shown, name), before, name)) return;
  const seen = await flow.read(record);
  const after = seen && isSuccess(seen) ? flow.shown(read, seen) : undefined;
  if (seen === undefined || !isObject(before) || !isObject(after)) return;
  const [altered = ""] = Object.keys(body ?? {});
  if (notContent.test(altered)) return;
  const isOther = !equal(getMember(before, altered), getMember(after, altered));
  if (!isOther || !equal(getMember(before, name), getMember(after, name))) return;
  if (!(await hasMovingClock(flow, timeIn(getMember(before, name))))) return;
  const text = `changes \`${altered}\` and leaves \`${name}\` at ${String(getMember(before, name))}`;
  flow.report("read-after-update", update, text, [shown, changed.exchange, seen]);
}

/** True if a record that is made now shows a later time than one of before: the clock of a service under test may stand. */
async function hasMovingClock(flow: Flow, before: number): Promise<boolean> {
  const { create } = flow.resource;
  const made = await flow.create();
  const shown = made && flow.shown(create, made.exchange);
  return Object.entries(isObject(shown) ? shown : {}).some(
    ([name, value]) =>
      (ofCreation.test(name) || ofChange.test(name)) && timeIn(value) - before > oldEnough,
  );
}

/** Returns the member of a record that has the time of its last change, if that is long ago. */
function oldName(value: unknown): string | undefined {
  const now = Date.now();
  return Object.entries(isObject(value) ? value : {}).find(([name, own]) => {
    const enough = typeof own === "string" && /t/i.test(own) ? oldEnough : daysOldEnough;
    return ofChange.test(name) && timeIn(own) < now - enough;
  })?.[0];
}

/** Returns the time that a text tells; NaN if it tells none. */
const timeIn = (value: unknown): number =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : NaN;

/** True for times of which one may be the other without its milliseconds. */
const isSameTime = (one: number, other: number): boolean =>
  one === other || (Math.abs(one - other) < 1000 && [one, other].some((time) => time % 1000 === 0));

/** Words by which the time of a creation is that of a version. */
const ofVersions = /\b(?:versions?|revisions?|chang\w+|updat\w+|edit\w*|replac\w+)\b/i;

/** Words by which the time of a change is that of some changes. */
const ofSome = /\b(?:only|not|except|unless|but|status|state|stage|content)\b/i;

/**
 * True if sentences say that a time is that of some changes: of a member, or but some. What else leaves it, as in "Its
 * applications do not count", is no change of the record.
 */
function isOfSome(sentences: readonly string[], record: unknown, name: string): boolean {
  const others = Object.keys(isObject(record) ? record : {}).filter((one) => one !== name);
  const members = new RegExp(`\\b(?:${others.map(escaped).join("|")})\\b`, "i");
  return sentences.some(
    (one, index) =>
      members.test(one) || (ofSome.test(one) && (index === 0 || /chang|edit|updat/i.test(one))),
  );
}

const escaped = (text: string): string => text.replaceAll(/[^\w]/g, String.raw`\$&`);

/** Returns the sentences that the description has about a time. */
function saidOf(
  flow: Flow,
  read: FoundOperation,
  shown: Exchange,
  name: string,
): readonly string[] {
  const { document } = flow.probe.api.description.model;
  const schemas = memberSchemas(document, flow.schemaOf(read, shown), name);
  const texts = schemas.map(({ description }) => description);
  return sentencesOf(...texts.filter((one) => typeof one === "string"));
}
