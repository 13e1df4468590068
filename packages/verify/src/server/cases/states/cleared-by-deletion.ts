import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { nounOf } from "@openapi-packages/compiler/mock/state/words";
import type { Json } from "@openapi-packages/description";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { sentencesOfDeletion } from "../flows/deleted-below.ts";
import { Flow, isDone, isGone, isSuccess, type Made } from "../flows/flow.ts";
import { resourceFlows, type ResourceFlow } from "../flows/resources.ts";

/** A member of other records that named a deleted one, and that its deletion clears. */
export interface ClearedBy {
  readonly remove: FoundOperation;
  readonly naming: ResourceFlow;
  readonly member: string;
  readonly sentence: string;
}

const cleared =
  "(?:(?:becomes?|is|are|gets?|turns?)(?: then| also)?(?: set)?(?: to)? (?:`null`|null)|(?:is|are) (?:then |also )?(?:cleared|emptied|unset))";

/** "`prerequisiteId` of courses that named it becomes `null`". */
const clears = new RegExp(
  "`(?<member>[^`]+)` (?:of|in) (?:(?:the|all|its|any|other|those) )*(?<noun>[a-z][a-z-]*)" +
    `(?: (?:that|which|who) [^\`.;]*?)? ${cleared}(?=[,.;]|$| and\\b)`,
  "i",
);

/** "Its name is taken out of the `channels` of all monitors." */
const takesOut =
  /\b(?:(?:is|are|gets?)(?: also| then)? (?:taken out of|(?:removed|deleted|dropped) from)|disappears? from) (?:the )?`(?<member>[^`]+)` (?:of|in) (?:(?:the|all|every|each|any|its|other|those) )*(?<noun>[a-z][a-z-]*)\b(?! (?:in|with|(?:that|which|who) (?:are|is|were|was))\b)/i;

/** Words by which that is not always so. */
const sometimes = /\b(?:if|unless|only|except)\b/i;

/** Returns the members of which a deletion says that they no longer name the deleted record in those that named it. */
export function clearedBy(
  api: VerifiedApi,
  { name }: ResourceFlow,
  remove: FoundOperation,
): ClearedBy[] {
  const { document } = api.description.model;
  return sentencesOfDeletion(remove.operation.model).flatMap((sentence): ClearedBy[] => {
    if (sometimes.test(sentence)) return [];
    const said = clears.exec(sentence) ?? takesOut.exec(sentence);
    const { member = "", noun = "" } = said?.groups ?? {};
    const naming = resourceFlows(api).find((one) => {
      const [path = ""] = one.create.operation.model.path.split("/").slice(-1);
      const isSaid = [nounOf(one.name), nounOf(path)].includes(nounOf(noun));
      const schema = bodyMedia(one.create.operation, {})?.schema?.json;
      return isSaid && one.read !== undefined && memberNames(document, schema).includes(member);
    });
    const isOwnKey = naming?.name === name && naming.descriptor.key === member;
    return naming === undefined || isOwnKey ? [] : [{ remove, naming, member, sentence }];
  });
}

/** Creates a record that names another one, and deletes that: its member no longer names it then. 6 requests. */
export async function clearedByDeletion(flow: Flow, rule: ClearedBy): Promise<void> {
  const { remove, naming, member, sentence } = rule;
  const { probe } = flow;
  const deleted = await flow.create();
  const others = new Flow(probe, naming);
  const made = deleted && (await named(others, member, deleted.record));
  if (deleted === undefined || made === undefined) return;
  const deletion = (await flow.on(remove, deleted.record))?.exchange;
  if (deletion === undefined || !isDone(deletion)) return;
  probe.records.forget(flow.resource.name);
  // Some services keep the record and mark it.
  const gone = await flow.read(deleted.record);
  if (gone === undefined || !isGone(gone)) return;
  const after = await others.read(made.record);
  if (after === undefined || !isNaming(others, after, member, deleted.record)) return;
  const message = `leaves \`${member}\` of the ${naming.name} that names the deleted ${flow.resource.name}, and the description says ${JSON.stringify(sentence)}`;
  const { pointer } = remove.operation.model;
  const problem = { check: "described-rule", message, pointer, about: "reference" } as const;
  probe.report(problem, remove.operation, [made.exchange, deletion, gone, after]);
}

/** Creates a record with a member that names another one; `undefined` if it is not shown so. */
async function named(flow: Flow, member: string, { key }: MadeRecord): Promise<Made | undefined> {
  const { create } = flow.resource;
  const schema = bodyMedia(create.operation, {})?.schema?.json;
  const holds = (body: object): boolean =>
    schema !== undefined && flow.probe.api.description.holds(schema, body as Json);
  const made = await flow.create((input) => {
    const own = isObject(input.body) ? input.body : {};
    const values = [key, Number(key), [key], [Number(key)]];
    const bodies = values.map((value) => ({ ...own, [member]: value }));
    const body = bodies.find(holds);
    return body === undefined ? input : flow.varied(create, { ...input, body });
  });
  const seen = made && (await flow.read(made.record));
  return seen !== undefined && isNaming(flow, seen, member, { key }) ? made : undefined;
}

function isNaming(
  flow: Flow,
  seen: Exchange,
  member: string,
  { key }: Pick<MadeRecord, "key">,
): boolean {
  const { read } = flow.resource;
  const shown = read !== undefined && isSuccess(seen) ? flow.shown(read, seen) : undefined;
  const value = isObject(shown) ? getMember(shown, member) : undefined;
  return [value].flat().some((one) => isKey(one) && String(one) === key);
}

const isKey = (value: unknown): boolean => typeof value === "string" || typeof value === "number";
