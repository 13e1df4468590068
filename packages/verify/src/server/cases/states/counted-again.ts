import type { VerifiedApi } from "../../../description/verified-api.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { withFreshKey } from "../../../records/own-key.ts";
import { shownSchemas } from "../../../records/stories/state-member.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isNamedAfter } from "../concurrency/count-of-removed.ts";
import { isDone, type Flow } from "../flows/flow.ts";
import { listOrRead, numbersOf } from "../flows/numbers-of.ts";
import type { ResourceFlow } from "../flows/resources.ts";

/** A change of a flag, on which a number of the record above depends: of visible comments, of open tasks. */
export interface CountedFlag {
  readonly by: FoundOperation;
  /** The resource of the record above. */
  readonly above: string;
  /** The number. */
  readonly member: string;
}

/** Returns the changes of flags of records that the ones above count. */
export function countedFlags(
  api: VerifiedApi,
  { name, create, update }: ResourceFlow,
): readonly CountedFlag[] {
  const { document } = api.description.model;
  const above = create.state.path.findLast(({ resource }) => resource !== undefined)?.resource;
  const shows = above === undefined || above === name ? undefined : listOrRead(api, above);
  if (update === undefined || above === undefined || shows?.state.kind !== "read") return [];
  const schema = bodyMedia(update.operation, {})?.schema?.json;
  const hasFlag = memberNames(document, schema).some((one) =>
    memberSchemas(document, schema, one).some((own) => own["type"] === "boolean"),
  );
  const [shown] = shownSchemas(api, shows);
  const member = memberNames(document, shown).find((one) =>
    isNamedAfter(`/${one}`, create.operation),
  );
  return hasFlag && member !== undefined ? [{ by: update, above, member }] : [];
}

/**
 * Changes a record twice in the same way: where a number above goes up or down by one with the first change, it does not
 * with the second. 6 requests, and those for the record.
 */
export async function countedAgain(flow: Flow, { by, above, member }: CountedFlag): Promise<void> {
  const made = await flow.create();
  const parameter = flow.resource.create.state.path.findLast(({ resource }) => resource === above);
  const key = made?.record.path[parameter?.parameter ?? ""];
  if (made === undefined || key === undefined) return;
  // A number that is 0 may stay there.
  const { operation } = flow.resource.create;
  const another = withFreshKey(operation, flow.varied(flow.resource.create, made.input), "another");
  await flow.probe.call(operation, another);
  const record = { resource: above, key: String(key), path: made.record.path, value: undefined };
  const numbers: number[] = [];
  const steps: Exchange[] = [];
  let sent: Exchange["input"];
  for (const isChange of [false, true, true]) {
    const done = isChange ? await flow.on(by, made.record, (own) => sent ?? own) : undefined;
    if (isChange && (done === undefined || !isDone(done.exchange))) return;
    sent ??= done?.input;
    const seen = await numbersOf(flow, record);
    const number = seen?.values.get(member);
    if (seen === undefined || number === undefined) return;
    if (number === numbers.at(-1)) return;
    numbers.push(number);
    steps.push(...(done === undefined ? [] : [done.exchange]), seen.exchange);
  }
  const [first = 0, second = 0, third = 0] = numbers;
  if (Math.abs(second - first) !== 1 || third - second !== second - first) return;
  const message = `changes \`${member}\` of the ${above} from ${first} to ${second}, and the same again to ${third}`;
  flow.report("derived-value", by, message, steps);
}
