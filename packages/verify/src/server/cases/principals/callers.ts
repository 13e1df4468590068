import { resolvePointer } from "@openapi-packages/runtime";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Credentials } from "../../../wire/write-request.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { distinctInputs } from "../concurrency/distinct-inputs.ts";
import { Flow, isDone } from "../flows/flow.ts";
import { resourceFlows } from "../flows/resources.ts";
import { hasChosenKey } from "./changes.ts";
import { reportAccess } from "./reach.ts";
import { leavesOf, otherTexts } from "./steady.ts";

/** How many pairs of calls are sent at once. */
const pairs = 3;

/**
 * Creates records by both principals, by themselves and at once: a text that is of the caller, such as the author of
 * a comment, is that of its own caller. 8 requests for a resource, and 2 more to be sure of a failure.
 */
export function* callerCases({ api }: CaseContext, otherCredentials: Credentials): Generator<Case> {
  for (const resource of resourceFlows(api)) {
    const { operation } = resource.create;
    const { security } = operation.model;
    const isSecured = security.length > 0 && security.every((one) => Object.keys(one).length > 0);
    // Under a key that both choose, each may have a record of its own.
    if (isSecured && !hasChosenKey(resource))
      yield {
        id: `${operation.id}/own-callers`,
        operations: [operation],
        aims: ["2XX"],
        run: (probe) =>
          createdTogether(
            new Flow(probe, resource),
            new Flow(probe.as(otherCredentials), resource),
          ),
      };
  }
}

async function createdTogether(own: Flow, other: Flow): Promise<void> {
  const made = await own.create();
  const theirs = made && (await other.create());
  if (made === undefined || theirs === undefined) return;
  const places = otherTexts(leavesOf(made.exchange.value), leavesOf(theirs.exchange.value)).filter(
    (place) =>
      !isSent(made.input, made.exchange, place) && !isSent(theirs.input, theirs.exchange, place),
  );
  if (places.length === 0) return;
  const [mine, others] = [await inputsOf(own, made.input), await inputsOf(other, theirs.input)];
  const answers = await Promise.all(
    mine.flatMap((input, index) => [
      own.probe.call(own.resource.create.operation, input),
      other.probe.call(other.resource.create.operation, others[index] ?? theirs.input),
    ]),
  );
  for (const place of places) {
    const [first, second] = [made, theirs].map(({ exchange }) =>
      resolvePointer(exchange.value, place),
    );
    const mixed = answers.find((answer, index) => {
      const wrong = index % 2 === 0 ? second : first;
      return isDone(answer) && resolvePointer(answer.value, place) === wrong;
    });
    if (mixed === undefined) continue;
    const [again, theirsAgain] = [await own.create(), await other.create()];
    const isSteady =
      resolvePointer(again?.exchange.value, place) === first &&
      resolvePointer(theirsAgain?.exchange.value, place) === second;
    if (!isSteady) continue;
    const text = `answers ${place} of another principal when both call at once`;
    reportAccess(own, own.resource.create.operation, text, [made.exchange, theirs.exchange, mixed]);
    return;
  }
}

async function inputsOf(flow: Flow, input: CallInput): Promise<readonly CallInput[]> {
  const { create } = flow.resource;
  const inputs = distinctInputs(flow, create, input, pairs, 140);
  return inputs.length > 0 ? inputs : Array.from({ length: pairs }, () => input);
}

/** True if a text of an answer was sent, in the body or in the path, or names the record. */
function isSent({ path, body }: CallInput, { value }: Exchange, place: string): boolean {
  const text = String(resolvePointer(value, place));
  const sent = [...leavesOf(body).values(), ...leavesOf(path).values()].map(String);
  return sent.includes(text);
}
