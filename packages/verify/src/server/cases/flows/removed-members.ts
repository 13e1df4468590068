import { isObject, type Json, type JsonObject } from "@openapi-packages/description";
import type { CallInput } from "@openapi-packages/runtime/client";
import { equal } from "@openapi-packages/runtime/internals";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { callInput } from "../../../records/call-input.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberSchemas } from "../../../schema/members.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isSuccess, type Flow } from "./flow.ts";
import { optionalMembers, newValues, type OptionalMembers } from "./optional-members.ts";
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

/** How a change removes members. */
interface Removal {
  readonly members: OptionalMembers;
  readonly names: readonly string[];
  /** Returns what a body says of the members that it removes. */
  readonly saying: (names: readonly string[]) => JsonObject;
  readonly message: (names: string) => string;
}

/** Words of descriptions by which an operation or a member keeps its value. */
const keeps =
  /partial|unchanged|not changed|left as|leaves? (?!out\b)|(leaves? out|left out|omit\w*)[^.;]*(stays?|remains?)\b|kept|keeps?\b|retain|preserv|ignore|only (the )?(given|provided|supplied|specified|sent|fields|members|properties)/i;

/** Words by which it removes what a body leaves out, whatever else it keeps. */
const removes =
  /(left out|leaves? out|not sent|not given|omitted|missing)[^.;]*(default|gone|removed|cleared|null|empty)/i;

/**
 * Returns the optional members that a PUT may leave out, if it must not be one that changes a part; `undefined` if
 * there are none. Where nothing is required, services often keep what is left out.
 */
export function replaceable(
  api: VerifiedApi,
  operation: VerifiedOperation,
  ignored: ReadonlySet<string> = new Set(),
  create?: VerifiedOperation,
): Removal | undefined {
  const { model } = operation;
  const members = membersOf(api, operation, ignored, create);
  if (members === undefined || model.method !== "PUT" || Object.keys(members.bare).length === 0)
    return undefined;
  const names = [...members.values.keys()].filter((name) => !isKept(api, operation, name));
  if (names.length === 0) return undefined;
  return {
    members,
    names,
    saying: () => ({}),
    message: (list) => `keeps ${list}, which the PUT left out (RFC 9110, section 9.3.4)`,
  };
}

/** Returns the optional members that a PATCH allows to be null; `undefined` if there are none. */
export function nullable(
  api: VerifiedApi,
  operation: VerifiedOperation,
  ignored: ReadonlySet<string>,
): Removal | undefined {
  const members = membersOf(api, operation, ignored);
  if (members === undefined || operation.model.method !== "PATCH") return undefined;
  const { bare, values, holds } = members;
  const isMerge = operation.model.requestBody?.content[0]?.mediaType === mergePatch;
  // What is said of members that are left out says nothing of those that are null.
  const isKeptByNull = (name: string): boolean =>
    !isMerge &&
    sentencesFor(api, operation, name).some((one) => /null/.test(one) && keeps.test(one));
  const names = [...values.keys()].filter(
    (name) => holds({ ...bare, [name]: null }) && !isKeptByNull(name),
  );
  if (names.length === 0) return undefined;
  const rule = isMerge ? " (RFC 7396)" : "";
  return {
    members,
    names,
    saying: (all) => Object.fromEntries(all.map((name) => [name, null])),
    message: (list) => `takes null for ${list} and keeps the value${rule}`,
  };
}

/** The media type of RFC 7396. */
export const mergePatch = "application/merge-patch+json";

/** @param create has values for members that the example of the operation leaves out */
function membersOf(
  api: VerifiedApi,
  operation: VerifiedOperation,
  ignored: ReadonlySet<string>,
  create?: VerifiedOperation,
): OptionalMembers | undefined {
  const example = api.description.exampleInput(operation.model);
  if (example === undefined) return undefined;
  const input = callInput(example);
  const creation = create && api.description.exampleInput(create.model);
  const made = creation && callInput(creation).body;
  const schema = bodyMedia(operation, input)?.schema?.json;
  const body = { ...(isObject(made) ? made : {}), ...(isObject(input.body) ? input.body : {}) };
  const isWhole = isObject(input.body) && schema && api.description.holds(schema, body as Json);
  return optionalMembers(api, operation, isWhole ? { ...input, body } : input, ignored);
}

/** True if a description says that an operation or one of its members keeps what is there. */
function isKept(api: VerifiedApi, operation: VerifiedOperation, name: string): boolean {
  const sentences = sentencesFor(api, operation, name);
  const isRemoved = sentences.some((one) => removes.test(one) && !keeps.test(one));
  return !isRemoved && sentences.some((one) => keeps.test(one));
}

/** Returns what a description says of an operation that changes something, and of a member of its body. */
function sentencesFor(api: VerifiedApi, operation: VerifiedOperation, name: string): string[] {
  const { model } = operation;
  const schema = bodyMedia(operation, {})?.schema?.json;
  const own = memberSchemas(api.description.model.document, schema, name).map((one) =>
    String(one["description"] ?? ""),
  );
  const texts = [model.summary, model.description, model.requestBody?.description, ...own];
  return texts.flatMap((text) => text?.split(/[.;]\s/) ?? []);
}

/**
 * Checks that members which a change removes are not shown any more: 6 requests. They are removed twice, since only
 * values count that the record did not show after the first time: others may be the service's own.
 */
async function removed(place: Place, { members, names, ...removal }: Removal): Promise<void> {
  const early = (await place.send(removal.saying(names))) && (await place.read());
  if (early === undefined) return;
  const full = newValues(members, names, early.value);
  if (Object.keys(full).length === 0) return;
  const first = await place.send(full);
  const before = first && (await place.read());
  if (first === undefined || before === undefined) return;
  reportUnkept(place, full, first, before);
  const shown = Object.keys(full).filter((name) => equal(before.value[name], full[name]));
  if (shown.length === 0) return;
  const second = await place.send(removal.saying(shown));
  const after = second && (await place.read());
  if (second === undefined || after === undefined) return;
  const kept = shown.filter((name) => equal(after.value[name], full[name]));
  if (kept.length === 0) return;
  const message = removal.message(quoted(kept));
  report(place, kept, message, [first, before.exchange, second, after.exchange]);
}

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
  probe.report({ check: "read-after-update", message, pointer, issues }, write, exchanges);
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
function saying(input: CallInput, { members }: Removal, optional: JsonObject): CallInput {
  const body = Object.entries((input.body ?? {}) as JsonObject);
  const rest = Object.fromEntries(body.filter(([name]) => !members.values.has(name)));
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

/** Checks that members of a new record are removed by a change. */
export async function removedFrom(
  flow: Flow,
  writer: FoundOperation,
  removal: Removal,
): Promise<void> {
  const { read } = flow.resource;
  const made = await flow.create();
  if (made === undefined || read === undefined) return;
  await removed(
    {
      probe: flow.probe,
      write: writer.operation,
      async send(optional) {
        const sent = await flow.on(writer, made.record, (input) =>
          saying(asMade(input, made.input, removal), removal, optional),
        );
        return sent !== undefined && isDone(sent.exchange) ? sent.exchange : undefined;
      },
      async read() {
        const exchange = await flow.read(made.record);
        const value = exchange && flow.shown(read, exchange);
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
function holderOf(value: unknown, names: readonly string[]): JsonObject | undefined {
  if (!isObject(value as never)) return undefined;
  const whole = value as JsonObject;
  const inside = Object.values(whole).filter((one): one is JsonObject => isObject(one));
  const isOwn = names.some((name) => Object.hasOwn(whole, name)) || inside.length !== 1;
  return isOwn ? whole : inside[0];
}
