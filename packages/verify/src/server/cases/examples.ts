import type { CallInput } from "@openapi-packages/runtime/client";
import type { Case, CaseContext } from "../../run/case.ts";
import type { Probe } from "../../run/probe.ts";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { followLocation } from "./http/location.ts";
import { storeFirst } from "./flows/stored.ts";
import { isDestructive } from "../../records/destructive.ts";
import { isUndecided, missDecision, validProblems } from "../judge/accepts-valid.ts";

/**
 * Calls each operation with an example of the description, or an input generated from its schemas. It must
 * succeed.
 */
export function* exampleCases({ api }: CaseContext): Generator<Case> {
  for (const operation of api.operations)
    yield {
      id: `${operation.id}/example`,
      operations: [operation],
      aims: ["2XX"],
      run: (probe) => runExample(probe, operation),
    };
}

async function runExample(probe: Probe, operation: VerifiedOperation): Promise<void> {
  const isFresh = isDestructive(probe.api, operation);
  const { input, missing } = await probe.records.inputFor(operation, isFresh);
  probe.miss(operation, missing);
  if (input === undefined) return;
  // A creation may conflict with existing data.
  const exchange =
    operation.model.method === "POST"
      ? (await probe.records.create(operation, input)).exchange
      : await firstCall(probe, operation, input);
  const problems = validProblems(probe.api, operation, input, exchange);
  for (const problem of problems) probe.report(problem, operation, [exchange]);
  if (isUndecided(operation, exchange, problems)) missDecision(probe, operation, "its example");
  await followLocation(probe, operation, exchange);
  if (exchange.response?.status !== 404 || !(await storeFirst(probe, operation, input))) return;
  probe.reportAll(await probe.call(operation, input));
}

/** Calls an operation; if that is refused and nothing tells why, with its other examples and in other states of its record. */
async function firstCall(
  probe: Probe,
  operation: VerifiedOperation,
  input: CallInput,
): Promise<Exchange> {
  const exchange = await probe.call(operation, input);
  if (validProblems(probe.api, operation, input, exchange).length > 0) return exchange;
  return (await probe.records.retried(operation, { exchange, input })).exchange;
}
