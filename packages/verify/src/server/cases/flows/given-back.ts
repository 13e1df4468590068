import type { CallInput } from "@openapi-packages/runtime/client";
import { stem, wordsOf } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import type { MadeRecord } from "../../../records/made-record.ts";
import { valuesAt } from "../../../records/places.ts";
import { LiveRecord, isTaken } from "../../../records/stories/live-record.ts";
import { writesOn, type RecordWrite } from "../../../records/stories/record-writes.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, type Flow, type Made } from "./flow.ts";
import { listOrRead, numbersOf } from "./numbers-of.ts";
import type { ResourceFlow } from "./resources.ts";
import { itemReferences, withTwoItems } from "./two-items.ts";

/** An operation that gives back what a creation took from another record, such as the seats of a cancelled order. */
export interface GivingBack {
  readonly write: RecordWrite;
  /** The place of the other record's key in the input of the creation: `["path", "courseId"]`, `["body", "seatId"]`. */
  readonly pointer: readonly string[];
  /** The resource of the other record. */
  readonly taken: string;
  /** The sentence that says so. */
  readonly sentence: string;
}

/** Words by which something is there again. */
const again =
  /\b(?:go|goes|come|comes|put|given|booked|added|moved) back\b|\b(?:booked|used|taken|reserved|sold|borrowed|rented|assigned|available|free) again\b|\b(?:restored|released|restocked|freed|credited)\b|\b(?:gives|puts)\b[^.;]*\bback\b|\b(?:frees|releases|restores|restocks|credits)\b|\breturn(?:s|ed)\b[^.;]* (?:in)?to\b|\bbecomes? (?:free|available)\b/i;

/** Words by which that is not always so, or is done by somebody else. */
const sometimes =
  /\b(?:not|never|no longer|only|unless|except|may|if|later|within|part)\b|\bcan be (?:re(?:stored|leased|turned)|freed|put|given)\b/i;

/** Words for what a customer gets back, not another record. */
const ofCustomers =
  /\b(?:paid|pay|payments?|money|amounts?|prices?|fees?|deposits?|refund\w*|vouchers?|customers?|clients?|callers?|buyers?)\b/i;

/**
 * Returns the operations on a record that give back what its creation took from another record, which its body or its path
 * names.
 */
export function givingBackOf(api: VerifiedApi, { name, create }: ResourceFlow): GivingBack[] {
  const { references = [], path } = create.state;
  const inItems = itemReferences(api, create);
  const isOfItem = (pointer: readonly string[]): boolean =>
    inItems.some((one) => one.pointer.slice(1).join("/") === pointer.join("/"));
  const inBody = references.flatMap(({ pointer, resource }) =>
    isOfItem(pointer) ? [] : [{ pointer: ["body", ...pointer], taken: resource }],
  );
  const inPath = path.flatMap(({ parameter, resource }) =>
    resource === undefined ? [] : [{ pointer: ["path", parameter], taken: resource }],
  );
  const others = [...inItems, ...inBody, ...inPath].filter(
    ({ taken }) => taken !== name && listOrRead(api, taken) !== undefined,
  );
  if (others.length === 0) return [];
  const writes = writesOn(api, name).filter(({ isOwn }) => isOwn);
  return writes.flatMap((write) => {
    const { model } = write.operation;
    const said = sentencesOf(model.summary, model.description);
    const sentence = said.find(
      (one) => again.test(one) && !sometimes.test(one) && !ofCustomers.test(one),
    );
    return sentence === undefined ? [] : others.map((other) => ({ write, sentence, ...other }));
  });
}

/**
 * Creates a record that changes the numbers of another one, such as the seats that are left, and gives that back: the numbers
 * are as they were. At most 5 requests, and as many again to be sure of a failure.
 */
export async function givenBack(flow: Flow, rule: GivingBack): Promise<void> {
  const first = await kept(flow, rule);
  if (first === undefined) return;
  const second = await kept(flow, rule);
  if (second === undefined || second.name !== first.name) return;
  const { name, before, after, exchanges } = second;
  const { id } = rule.write.operation;
  const message = `\`${name}\` of the ${rule.taken} is ${after} after ${id}, and was ${before} before ${flow.resource.create.operation.id}; the description says ${JSON.stringify(rule.sentence)}`;
  const { pointer } = rule.write.operation.model;
  flow.probe.report({ check: "derived-value", message, pointer }, rule.write.operation, exchanges);
}

interface Kept {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly exchanges: readonly Exchange[];
}

/** Returns the number that is not given back; `undefined` if all are, or none was taken. */
async function kept(
  flow: Flow,
  { write, pointer, taken, sentence }: GivingBack,
): Promise<Kept | undefined> {
  const { probe, resource } = flow;
  if (!probe.mayCall(write.operation)) return undefined;
  const { operation } = resource.create;
  const { input: own } = await probe.records.inputFor(operation, "new");
  // The last one of several items is given back, too.
  const two = own && (await withTwoItems(flow, own, pointer, taken));
  const input = two?.input ?? own;
  const key = valuesAt(input, pointer).at(-1);
  if (input === undefined || key === undefined) return undefined;
  const other: MadeRecord = {
    resource: taken,
    key: String(key),
    path: { ...input.path },
    value: undefined,
  };
  const before = await numbersOf(flow, other);
  if (before === undefined) return undefined;
  const made = await createdWith(flow, input, pointer, key);
  const between = made && (await numbersOf(flow, other));
  if (made === undefined || between === undefined) return undefined;
  const changed = [...before.values].filter(([name, value]) => {
    const now = between.values.get(name) ?? value;
    return now < value || (now > value && isNamedIn(sentence, name, resource.name));
  });
  if (changed.length === 0) return undefined;
  const undone = await undo(flow, made, write);
  const after = undone && (await numbersOf(flow, other));
  if (undone === undefined || after === undefined) return undefined;
  // A number that has changed further, such as that of all changes, is none that is given back.
  const found = changed.find(([name]) => after.values.get(name) === between.values.get(name));
  if (found === undefined) return undefined;
  const [name, value] = found;
  const exchanges = [before.exchange, made.exchange, undone, after.exchange];
  return { name, before: value, after: after.values.get(name) ?? value, exchanges };
}

/**
 * True if a sentence has a word of a number's name, other than what was created: `seatsTaken`, but not the number of all
 * bookings that there were.
 */
function isNamedIn(sentence: string, name: string, created: string): boolean {
  const own = wordsOf(created).map(stem);
  const said = wordsOf(sentence).map(stem);
  return wordsOf(name)
    .map(stem)
    .some((word) => word.length > 2 && said.includes(word) && !own.includes(word));
}

/** Creates a record with one input; `undefined` if the service took another one alone. */
async function createdWith(
  flow: Flow,
  input: CallInput,
  pointer: readonly string[],
  key: unknown,
): Promise<Made | undefined> {
  const {
    exchange,
    record,
    input: sent,
  } = await flow.probe.records.create(flow.resource.create.operation, input);
  const isSame = valuesAt(sent, pointer).at(-1) === key;
  if (record === undefined || !isDone(exchange) || !isSame) return undefined;
  return { record, exchange, input: sent };
}

async function undo(flow: Flow, { record }: Made, write: RecordWrite) {
  const context = flow.probe.records.stories.contextOf(flow.resource.name);
  const live = new LiveRecord(context, record);
  const exchange = await live.take({ write, choice: { label: "" } });
  return exchange !== undefined && isTaken(exchange) ? exchange : undefined;
}
