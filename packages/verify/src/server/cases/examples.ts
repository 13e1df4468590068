import type { Case, CaseContext } from "../../run/case.ts";
import type { Probe } from "../../run/probe.ts";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import { isDestructive } from "../../records/destructive.ts";
import { refusedProblem } from "../judge/accepts-valid.ts";

/** Each operation with an input of the description's examples, or one made of its schemas: it is to succeed. */
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
  // A creation may conflict with what is there.
  const exchange =
    operation.model.method === "POST"
      ? (await probe.records.create(operation, input)).exchange
      : await probe.call(operation, input);
  probe.reportAll(exchange);
  const refused = refusedProblem(probe.api, operation, input, exchange);
  if (refused !== undefined) probe.report(refused, operation, [exchange]);
}
