import { equal, isObject } from "@openapi-packages/runtime/internals";
import { toPointer, type Json } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { effectOf, operationsOn } from "../../../records/effects.ts";
import { bodyChoosing } from "../../../records/stories/record-writes.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import { inputBelow } from "./below.ts";
import { isSuccess, type Flow } from "./flow.ts";
import type { ResourceFlow } from "./resources.ts";

/** The most choices of an operation that are tried. */
const mostChoices = 6;

/** An operation below a record that moves it to another state, by a member with fixed choices. */
export interface Move {
  readonly by: VerifiedOperation;
  readonly member: string;
  readonly choices: readonly Json[];
}

/** Returns the moves of a record that are refused by 409 in some of its states. */
export function movesOf(api: VerifiedApi, { name, read }: ResourceFlow): readonly Move[] {
  if (read === undefined) return [];
  const { document } = api.description.model;
  return api.operations.flatMap((by): Move[] => {
    const { method, path, responses } = by.model;
    const isBelow = method === "POST" && path.startsWith(`${read.operation.model.path}/`);
    const isItem = makesItem(api, by, name);
    if (!isBelow || isItem || !responses.some(({ status }) => status === "409")) return [];
    const schema = bodyMedia(by, {})?.schema?.json;
    for (const member of memberNames(document, schema)) {
      const choices = choicesOf(memberSchemas(document, schema, member));
      if (choices.length > 1) return [{ by, member, choices: choices.slice(0, mostChoices) }];
    }
    return [];
  });
}

/** True if an operation makes a record of another resource that can be read or changed later: that is no move. */
function makesItem(api: VerifiedApi, by: VerifiedOperation, name: string): boolean {
  const effect = effectOf(api, by);
  if (effect?.kind !== "create" || effect.resource === name) return false;
  const own = operationsOn(api, effect.resource);
  return own.some(({ state: { kind } }) => kind !== "create" && kind !== "list");
}

const choicesOf = (schemas: readonly { readonly [keyword: string]: Json }[]): readonly Json[] =>
  schemas.flatMap((one) => {
    const { enum: values, const: only } = one;
    if (Array.isArray(values)) return values as readonly Json[];
    return only === undefined ? [] : [only];
  });

/**
 * Checks that a move which is refused by 409 leaves the state of the record as it was: 2 requests for each choice
 * until one is refused, and those for the record. What is found is tried again with another record, which must stay
 * as it is when it is read twice: some states move by themselves.
 */
export async function refusedMove(flow: Flow, move: Move): Promise<void> {
  const found = await refusal(flow, move);
  if (found === undefined) return;
  const again = await refusal(flow, move, found.choice);
  if (again?.member !== found.member) return;
  const { steps, member, change } = again;
  const message = `answers 409, and changes \`${member}\` ${change} all the same`;
  const { pointer } = move.by.model;
  const check = "read-after-update";
  const issues = [{ in: "body" as const, pointer: toPointer([member]), keyword: check, message }];
  flow.probe.report({ check, message, pointer, issues }, move.by, steps);
}

/** A move that was refused and has changed a member of the record. */
interface Moved {
  readonly choice: Json;
  readonly member: string;
  readonly change: string;
  readonly steps: readonly Exchange[];
}

/**
 * Moves a new record until it is refused, and returns what that has changed.
 *
 * @param certain the choice that is refused. Default: the last choices first, since they end what others begin
 */
async function refusal(flow: Flow, move: Move, certain?: Json): Promise<Moved | undefined> {
  const { by, choices } = move;
  const made = await flow.create();
  const { input } = await flow.probe.records.inputFor(by, "new");
  if (made === undefined || input === undefined) return undefined;
  const { read } = flow.resource;
  if (read === undefined) return undefined;
  const { path = {} } = inputBelow(by, input, read, made.record);
  let before = await flow.read(made.record);
  for (const choice of certain === undefined ? choices.toReversed() : [certain]) {
    const body = bodyChoosing(flow.probe.api, by, input, { [move.member]: choice });
    if (body === undefined) continue;
    const still = certain === undefined ? before : await flow.read(made.record);
    if (before === undefined || movedMember(flow, before, still)) return undefined;
    const refused = await flow.probe.call(by, { ...input, path, body });
    const after = await flow.read(made.record);
    if (refused.response?.status === 409) {
      const moved = movedMember(flow, before, after);
      return moved === undefined || after === undefined
        ? undefined
        : { choice, ...moved, steps: [made.exchange, before, refused, after] };
    }
    before = after;
  }
  return undefined;
}

/** Returns the member with fixed choices, such as a state, that two readings show differently. */
function movedMember(
  flow: Flow,
  before: Exchange,
  after: Exchange | undefined,
): Pick<Moved, "member" | "change"> | undefined {
  const { read } = flow.resource;
  if (read === undefined || after === undefined || !isSuccess(before) || !isSuccess(after))
    return undefined;
  const [old, now] = [before, after].map((one) => flow.shown(read, one));
  if (!isObject(old) || !isObject(now)) return undefined;
  const { document } = flow.probe.api.description.model;
  const schema = flow.schemaOf(read, after);
  const member = Object.keys(now).find(
    (name) =>
      choicesOf(memberSchemas(document, schema, name)).length > 1 && !equal(now[name], old[name]),
  );
  if (member === undefined) return undefined;
  return {
    member,
    change: `from ${JSON.stringify(old[member])} to ${JSON.stringify(now[member])}`,
  };
}
