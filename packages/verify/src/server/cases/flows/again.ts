import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { withFreshKey } from "../../../records/own-key.ts";
import { withNewReferences } from "../../../records/renewed.ts";
import { LiveRecord, isTaken } from "../../../records/stories/live-record.ts";
import { writesOn, type RecordWrite } from "../../../records/stories/record-writes.ts";
import { doesIt } from "../states/verbs.ts";
import { isDone, type Flow } from "./flow.ts";
import type { ResourceFlow } from "./resources.ts";

/** An operation after which the creation of a record may be repeated, such as the cancellation of an enrolment. */
export interface RepeatableRule {
  readonly write: RecordWrite;
  /** The sentence that says so. */
  readonly sentence: string;
}

/** "The learner may be enrolled again", "they can book again". */
const mayAgain =
  /\b(?:can|may) (?:then |afterwards |always )?(?:be )?(?<verb>[a-z]{3,})(?: [\w-]+){0,3} (?:again|anew|once more)\b/i;

/** Words by which that is so in some cases alone, or later. */
const sometimes =
  /\b(?:not|never|no longer|only|unless|except|if|when|while|until|later|after|within|days?|hours?)\b/i;

/** Returns the operations on a record after which, as their description says, the same may be created again. */
export function repeatableBy(api: VerifiedApi, { name, create }: ResourceFlow): RepeatableRule[] {
  const isRefused = create.operation.model.responses.some(({ status }) => status === "409");
  if (!isRefused) return [];
  return writesOn(api, name).flatMap((write): RepeatableRule[] => {
    const { summary, description } = write.operation.model;
    const sentence = sentencesOf(summary, description).find((one) => {
      const verb = mayAgain.exec(one)?.groups?.["verb"]?.toLowerCase();
      return verb !== undefined && !sometimes.test(one) && doesIt(create.operation, [verb]);
    });
    return sentence === undefined || !write.isOwn ? [] : [{ write, sentence }];
  });
}

/**
 * Creates a record, cancels it, and creates the same again: 3 requests. That is refused for what was cancelled if the same is
 * taken of others, for which 1 more is sent, beside those for them.
 */
export async function createdAgain(flow: Flow, rule: RepeatableRule): Promise<void> {
  const { probe, resource } = flow;
  const { operation } = resource.create;
  const { write, sentence } = rule;
  if (!probe.mayCall(write.operation)) return;
  const made = await flow.create();
  if (made === undefined) return;
  const live = new LiveRecord(probe.records.stories.contextOf(resource.name), made.record);
  const undone = await live.take({ write, choice: { label: "" } });
  if (undone === undefined || !isTaken(undone) || !isDone(undone)) return;
  const second = await probe.call(operation, withFreshKey(operation, made.input, "again"));
  if (second.response?.status !== 409) return;
  const others = await withNewReferences(probe.api, probe.records, operation, made.input);
  if (others === undefined) return;
  const control = await probe.call(operation, withFreshKey(operation, others, "others"));
  if (!isDone(control)) return;
  const message = `is refused with 409 after ${write.operation.id}, and taken with other records; the description says ${JSON.stringify(sentence)}`;
  const { pointer } = operation.model;
  const steps = [made.exchange, undone, second, control];
  probe.report({ check: "described-rule", message, pointer, about: "again" }, operation, steps);
}
