import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { valuesAt } from "../../../records/places.ts";
import { shownSchemas } from "../../../records/stories/state-member.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Probe } from "../../../run/probe.ts";
import { memberNames, numericNames } from "../../../schema/members.ts";
import { inputsLike, namedBy } from "../concurrency/last-places.ts";
import { Flow, isDone } from "../flows/flow.ts";
import { numbersOf, type Numbers } from "../flows/numbers-of.ts";
import { resourceFlows, type ResourceFlow } from "../flows/resources.ts";
import { exceptions } from "./clauses.ts";

/** A number that a change must not set below another one, which the service counts. */
export interface Floor {
  readonly change: FoundOperation;
  readonly member: string;
  readonly least: string;
  readonly sentence: string;
  /** The resources whose records may be what is counted, with the place of the key in their creation. */
  readonly counted: readonly { readonly flow: ResourceFlow; readonly pointer: readonly string[] }[];
}

/** The most resources whose records are created to raise a number. */
const mostCounted = 2;

const never = "(?:cannot|can ?not|can['’]t|must not|must never|may not|never)";
const falls = "(?:falls?|goes|go|drops?|be|be set|be lowered|be reduced|be changed to)";

/** Returns what a description says of numbers of a change: "The capacity cannot fall below `enrolledCount` (409)". */
export function floorsOf(api: VerifiedApi, resource: ResourceFlow): Floor[] {
  const { update, read, name } = resource;
  if (update === undefined || read === undefined) return [];
  const { model } = update.operation;
  if (
    model.method !== "PATCH" ||
    !model.responses.some(({ status }) => /^4(?:09|22)$/.test(status))
  )
    return [];
  const { document } = api.description.model;
  const schema = bodyMedia(update.operation, {})?.schema?.json;
  const written = new Set(memberNames(document, schema));
  const [shown] = shownSchemas(api, read);
  const computed = numericNames(document, shown).filter((one) => !written.has(one));
  const counted = resourceFlows(api).flatMap((flow) =>
    flow.name === name
      ? []
      : namedBy(flow.create)
          .filter((one) => one.resource === name)
          .slice(0, 1)
          .map(({ pointer }) => ({ flow, pointer })),
  );
  if (counted.length === 0) return [];
  const sentences = sentencesOf(model.description).filter((one) => !exceptions.test(one));
  return numericNames(document, schema).flatMap((member) =>
    computed.flatMap((least): Floor[] => {
      const pattern = new RegExp(`\\b${member}\`? ${never} ${falls} below \`?${least}\\b`, "i");
      const sentence = sentences.find((one) => pattern.test(one));
      return sentence === undefined ? [] : [{ change: update, member, least, sentence, counted }];
    }),
  );
}

/**
 * Raises the number that a service counts to two, and changes the other one to one: 4 requests, those for the records, and 1 to
 * be sure of a failure.
 */
export async function belowFloor(flow: Flow, floor: Floor): Promise<void> {
  const { probe } = flow;
  const { change, member, least, sentence, counted } = floor;
  for (const one of counted.slice(0, mostCounted)) {
    const raised = await raisedBy(probe, flow.resource, one, least);
    const count = raised?.numbers.values.get(least);
    if (raised === undefined || count === undefined) continue;
    const body = { [member]: count - 1 };
    const schema = bodyMedia(change.operation, {})?.schema?.json;
    if (schema === undefined || !probe.api.description.holds(schema, body)) return;
    const changed = await flow.on(change, raised.record, (input) => ({ ...input, body }));
    if (changed === undefined || !isDone(changed.exchange)) return;
    const after = await numbersOf(flow, raised.record);
    if (after?.values.get(member) !== count - 1 || after.values.get(least) !== count) return;
    const message = `sets \`${member}\` to ${count - 1} where \`${least}\` is ${count}, and the description says ${JSON.stringify(sentence)}`;
    const { pointer } = change.operation.model;
    const problem = { check: "described-rule", message, pointer, about: member } as const;
    const steps = [raised.numbers.exchange, changed.exchange, after.exchange];
    return probe.report(problem, change.operation, steps);
  }
}

/** Creates two records that name a third one; `undefined` if its number does not count them. */
async function raisedBy(
  probe: Probe,
  holder: ResourceFlow,
  { flow: counted, pointer }: Floor["counted"][number],
  least: string,
): Promise<{ readonly record: MadeRecord; readonly numbers: Numbers } | undefined> {
  const { records } = probe;
  const { operation } = counted.create;
  if (!probe.mayCall(operation)) return undefined;
  const made = await records.make(holder.name);
  if (made === undefined) return undefined;
  records.share(made);
  const { input } = await records.inputFor(operation, "new");
  const first = input && (await records.create(operation, input));
  if (first === undefined || !isDone(first.exchange)) return undefined;
  const flow = new Flow(probe, counted);
  const record = { ...made, key: String(valuesAt(first.input, pointer)[0]) };
  const before = await numbersOf(flow, record);
  const known = before?.values.get(least);
  if (known === undefined || known < 1) return undefined;
  const [next] = await inputsLike(flow, first.input, pointer, 1);
  const second = next && (await probe.call(operation, next));
  if (second === undefined || !isDone(second)) return undefined;
  const numbers = await numbersOf(flow, record);
  return numbers?.values.get(least) === known + 1 ? { record, numbers } : undefined;
}
