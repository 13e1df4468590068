import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Credentials } from "../../../wire/write-request.ts";
import { isSuccess } from "../flows/flow.ts";
import { isAlike, leavesOf } from "./steady.ts";

/** How many pairs of calls are sent at once. */
const pairs = 3;

/** The most operations that write below a value, to fill it. */
const mostFillings = 2;

/**
 * Reads what is the caller's own, such as `/me` and `/cart`, by two principals, one after the other and at once: each
 * gets the answer that it gets by itself. 3 requests for a value, 8 more if the principals have different ones, and 4
 * to fill it if they have not.
 */
export function* ownAnswerCases(
  { api }: CaseContext,
  otherCredentials: Credentials,
): Generator<Case> {
  for (const operation of api.operations)
    if (isOwnValue(operation))
      yield {
        id: `${operation.id}/own-answers`,
        operations: [operation],
        aims: ["2XX"],
        run: (probe) => ownAnswers(probe, probe.as(otherCredentials), operation),
      };
}

/** True for a secured GET that needs no parameter, and answers with JSON. */
function isOwnValue({ model }: VerifiedOperation): boolean {
  const isSecured =
    model.security.length > 0 && model.security.every((one) => Object.keys(one).length > 0);
  const isPlain = !model.path.includes("{") && model.parameters.every(({ required }) => !required);
  const isJson = model.responses.some(
    ({ status, content }) =>
      status === "200" && content.some(({ kind, schema }) => kind === "json" && isRecord(schema)),
  );
  return model.method === "GET" && isSecured && isPlain && isJson;
}

const isRecord = (schema: { readonly json: unknown } | undefined): boolean =>
  !(typeof schema?.json === "object" && schema.json !== null && "items" in schema.json);

async function ownAnswers(own: Probe, other: Probe, operation: VerifiedOperation): Promise<void> {
  const read = async (probe: Probe): Promise<Exchange> => {
    const { input = {} } = await probe.records.inputFor(operation, false);
    return probe.call(operation, input);
  };
  let mine = await read(own);
  const theirs = await read(other);
  if (!isSuccess(mine) || !isSuccess(theirs)) return;
  if (isSame(mine, theirs)) {
    await fill(own, operation);
    mine = await read(own);
  }
  const isSteady = isSame(await read(own), mine) && isSame(await read(other), theirs);
  if (!isSuccess(mine) || isSame(mine, theirs) || !isSteady) return;
  const calls = Array.from({ length: pairs }, () => [read(own), read(other)]);
  const answers = await Promise.all(calls.flat());
  const mixed = answers.find((answer, index) => {
    const [right, wrong] = index % 2 === 0 ? [mine, theirs] : [theirs, mine];
    return isSuccess(answer) && !isSame(answer, right) && isSame(answer, wrong);
  });
  if (mixed === undefined) return;
  // What has changed meanwhile is not mixed.
  if (!isSame(await read(own), mine) || !isSame(await read(other), theirs)) return;
  const { pointer } = operation.model;
  const message = "answers one principal with what is another's when both call at once";
  own.report({ check: "other-principal", message, pointer }, operation, [mine, theirs, mixed]);
}

const isSame = (one: Exchange, other: Exchange): boolean =>
  isAlike(leavesOf(one.value), leavesOf(other.value));

/** Writes below a value, such as the items of a cart. */
async function fill(probe: Probe, { model }: VerifiedOperation): Promise<void> {
  const writers = probe.api.operations.filter(
    (one) =>
      ["PUT", "POST"].includes(one.model.method) && one.model.path.startsWith(`${model.path}/`),
  );
  for (const writer of writers.slice(0, mostFillings)) {
    if (!probe.mayCall(writer)) continue;
    const { input } = await probe.records.inputFor(writer, true);
    if (input !== undefined) await probe.records.change(writer, input);
  }
}
