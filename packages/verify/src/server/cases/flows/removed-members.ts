import { isObject, type Json, type JsonObject } from "@openapi-packages/description";
import type { CallInput } from "@openapi-packages/runtime/client";
import { equal } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isSuccess, type Flow } from "./flow.ts";
import { newValues, type OptionalMembers } from "./optional-members.ts";
import type { Removal } from "./removals.ts";
import type { Singleton } from "./singleton.ts";

/** What is written and read at one place. */
interface Place {
  readonly probe: Probe;
  readonly write: VerifiedOperation;
  /** Writes a body with some optional members; `undefined` if it was refused, or is done later. */
  send(optional: JsonObject): Promise<Exchange | undefined>;
  /** Reads the value; `undefined` if it cannot be read. */
  read(): Promise<{ readonly exchange: Exchange; readonly value: JsonObject } | undefined>;
}

/**
 * Checks that members which a change removes are not shown any more: 6 requests. They are removed twice, since only
 * values count that the record did not show after the first time: others may be the service's own.
 */
async function removed(given: Place, removal: Removal): Promise<void> {
  const begun = await withoutNeeded(given, removal);
  const early = begun && (await begun.place.read());
  if (begun === undefined || early === undefined) return;
  const { place, names } = begun;
  const { members } = removal;
  const taken = await firstTaken(place, members, names, early.value);
  const before = taken && (await place.read());
  if (taken === undefined || before === undefined) return;
  const { full, exchange: first } = taken;
  reportUnkept(place, full, first, before);
  const shown = Object.keys(full).filter((name) => isShownAs(full[name], before.value[name]));
  if (shown.length === 0) return;
  const second = await place.send(removal.saying(shown));
  const after = second && (await place.read());
  if (second === undefined || after === undefined) return;
  const kept = shown.filter((name) => isShownAs(full[name], after.value[name]));
  if (kept.length === 0) return;
  const message = removal.message(quoted(kept));
  report(place, kept, message, [first, before.exchange, second, after.exchange]);
}

/** The most members that are tried one by one. */
const mostNeeded = 3;

/**
 * Removes all members; if that is refused, all but one, since a rule of the service may need it: 1 request, and at most 3
 * more.
 *
 * @returns the members that are removed, and the place where the other one is always sent; `undefined` if all is refused
 */
async function withoutNeeded(
  place: Place,
  { members, names, saying: says }: Removal,
): Promise<{ readonly place: Place; readonly names: readonly string[] } | undefined> {
  if ((await place.send(says(names))) !== undefined) return { place, names };
  const numbersFirst = names.toSorted(
    (one, other) => textsIn(members, one) - textsIn(members, other),
  );
  for (const name of names.length > 1 ? numbersFirst.slice(0, mostNeeded) : []) {
    const [value] = members.values.get(name) ?? [];
    if (value === undefined) continue;
    const others = names.filter((one) => one !== name);
    const kept = { [name]: value };
    const own = {
      ...place,
      send: (optional: JsonObject): Promise<Exchange | undefined> =>
        place.send({ ...kept, ...optional }),
    };
    if ((await own.send(says(others))) !== undefined) return { place: own, names: others };
  }
  return undefined;
}

/** Tells texts, which rules hardly ever need, from other values. */
const textsIn = ({ values }: OptionalMembers, name: string): number =>
  Number(typeof values.get(name)?.[0] === "string");

/** Writes values of optional members: others if they are refused, since some may be taken, and at last no texts. */
async function firstTaken(
  place: Place,
  members: OptionalMembers,
  names: readonly string[],
  shown: JsonObject,
): Promise<{ readonly full: JsonObject; readonly exchange: Exchange } | undefined> {
  const values = newValues(members, names, shown);
  const reversed = [...members.values].map(([name, own]) => [name, own.toReversed()] as const);
  const others = newValues({ ...members, values: new Map(reversed) }, names, shown);
  const isText = (value: Json): boolean => typeof value === "string" && !isTime(value);
  const plain = Object.entries(values).filter(([, value]) => !isText(value));
  const ways = [values, others, Object.fromEntries(plain)];
  for (const [index, full] of ways.entries()) {
    const isSame = ways.slice(0, index).some((one) => equal(one, full));
    if (isSame || Object.keys(full).length === 0) continue;
    const exchange = await place.send(full);
    if (exchange !== undefined) return { full, exchange };
  }
  return undefined;
}

const isTime = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value));

/** True if a value is shown as it was written, or as the same time with another offset. */
const isShownAs = (written: unknown, shown: unknown): boolean =>
  equal(written, shown) ||
  (isTime(written) && isTime(shown) && Math.abs(Date.parse(written) - Date.parse(shown)) < 1000);

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

function report(
  { probe, write }: Place,
  names: readonly string[],
  message: string,
  exchanges: readonly Exchange[],
): void {
  const issues = names.map((name) => ({
    in: "body" as const,
    pointer: `/${name}`,
    keyword: "read-after-update",
    message,
  }));
  const { pointer } = write.model;
  const steps = [...new Set(exchanges)];
  probe.report({ check: "read-after-update", message, pointer, issues }, write, steps);
}

/** Reports values that the answer to a change shows as they were written, while reading shows others. */
function reportUnkept(
  place: Place,
  written: JsonObject,
  answer: Exchange,
  { exchange, value }: NonNullable<Awaited<ReturnType<Place["read"]>>>,
): void {
  const answered = holderOf(answer.value, Object.keys(written));
  const names = Object.keys(written).filter(
    (name) =>
      equal(answered?.[name], written[name]) &&
      Object.hasOwn(value, name) &&
      !equal(value[name], written[name]),
  );
  if (names.length === 0) return;
  const message = `answers with the ${quoted(names)} that was written, and ${exchange.operation?.id} shows another value`;
  report(place, names, message, [answer, exchange]);
}

/** Returns an input whose body has no optional members but those that are given. */
function saying(
  input: CallInput,
  { members, isPartial }: Removal,
  optional: JsonObject,
): CallInput {
  const body = Object.entries((input.body ?? {}) as JsonObject);
  const isKept = (name: string): boolean =>
    isPartial ? Object.hasOwn(members.bare, name) : !members.values.has(name);
  const rest = Object.fromEntries(body.filter(([name]) => isKept(name)));
  return { ...input, body: { ...rest, ...optional } };
}

/** Returns an input that says of a record what it was made with: another record may have the example's name. */
function asMade(input: CallInput, made: CallInput, { members }: Removal): CallInput {
  const { body } = input;
  if (!isObject(body) || !isObject(made.body)) return input;
  const own = Object.entries(made.body).filter(([name]) => Object.hasOwn(members.bare, name));
  const same = { ...body, ...Object.fromEntries(own) } as JsonObject;
  return members.holds(same) ? { ...input, body: same } : input;
}

/** Checks that members of a new record are removed by a change: in its own answers, if no operation reads the record. */
export async function removedFrom(
  flow: Flow,
  writer: FoundOperation,
  removal: Removal,
): Promise<void> {
  const { read } = flow.resource;
  const made = await flow.create();
  let last: Exchange | undefined;
  if (made === undefined) return;
  await removed(
    {
      probe: flow.probe,
      write: writer.operation,
      async send(optional) {
        const sent = await flow.on(writer, made.record, (input) =>
          saying(asMade(input, made.input, removal), removal, optional),
        );
        last = sent?.exchange;
        return sent !== undefined && isDone(sent.exchange) ? sent.exchange : undefined;
      },
      async read() {
        const exchange = read === undefined ? last : await flow.read(made.record);
        const value = exchange && flow.shown(read ?? writer, exchange);
        const isRead = exchange !== undefined && isSuccess(exchange) && isObject(value as never);
        return isRead ? { exchange, value: value as JsonObject } : undefined;
      },
    },
    removal,
  );
}

/** Checks that members of a value at a path of its own are removed by a PUT. */
export async function removedAt(
  probe: Probe,
  { write, read }: Singleton,
  removal: Removal,
): Promise<void> {
  const { input } = await probe.records.inputFor(write, true);
  if (input === undefined) return;
  const { path } = input;
  const reading = await probe.records.inputFor(read, false);
  await removed(
    {
      probe,
      write,
      async send(optional) {
        const own = saying(input, removal, optional);
        const exchange = await probe.call(write, await probe.records.withCurrentTag(write, own));
        return isDone(exchange) ? exchange : undefined;
      },
      async read() {
        const exchange = await probe.call(read, { ...reading.input, ...(path && { path }) });
        const value = holderOf(exchange.value, removal.names);
        return isSuccess(exchange) && value !== undefined ? { exchange, value } : undefined;
      },
    },
    removal,
  );
}

/** Returns the object that may have members: a value, or the one object in its envelope. */
export function holderOf(value: unknown, names: readonly string[]): JsonObject | undefined {
  if (!isObject(value as never)) return undefined;
  const whole = value as JsonObject;
  const inside = Object.values(whole).filter((one): one is JsonObject => isObject(one));
  const isOwn = names.some((name) => Object.hasOwn(whole, name)) || inside.length !== 1;
  return isOwn ? whole : inside[0];
}
