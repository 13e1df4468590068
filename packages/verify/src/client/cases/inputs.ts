import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import { checkEnd } from "../check-outcome.ts";
import { checkRequest } from "../check-request.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import type { ClientProbe } from "../client-probe.ts";
import { withSeveralItems } from "../several-items.ts";

/** Returns a variation of the usual input, or the same input if there is none. */
type Vary = (probe: ClientProbe, input: CallInput) => CallInput | Promise<CallInput>;

/**
 * Calls each operation with all its parameters, with lists of several items, with texts that need encoding, and with each
 * media type of its body. One call each.
 */
export function* inputCases({ operations }: ClientCaseContext): Generator<ClientCase> {
  for (const operation of operations) {
    const { requestBody, parameters } = operation.model;
    const one = (name: string, vary: Vary, mediaType?: string): ClientCase => ({
      id: `${operation.id}/request/${name}`,
      operations: [operation],
      run: (probe) => runInput(probe, operation, vary, mediaType),
    });
    if (parameters.some(({ required }) => !required))
      yield one("all-parameters", (probe, input) =>
        probe.run.inputs.withAllParameters(operation, input),
      );
    yield one("reserved-characters", async ({ run: { inputs } }, input) =>
      inputs.withReserved(operation, await inputs.withAllParameters(operation, input)),
    );
    if (parameters.some(({ in: location }) => location !== "cookie"))
      yield one("several-items", async ({ run: { inputs, api } }, input) => {
        const whole = await inputs.withAllParameters(operation, input);
        const { document } = api.description.model;
        return (await withSeveralItems(inputs, document, operation, whole)) ?? input;
      });
    // A range does not name a media type to send.
    const others = requestBody?.content.slice(1).filter((media) => !media.mediaType.includes("*"));
    for (const { mediaType } of others ?? [])
      yield one(`body/${mediaType}`, (_, input) => input, mediaType);
  }
}

async function runInput(
  probe: ClientProbe,
  operation: VerifiedOperation,
  vary: Vary,
  mediaType: string | undefined,
): Promise<void> {
  const { answer, input: usual } = await probe.usual(operation);
  const base = mediaType === undefined ? usual : probe.input(operation, mediaType);
  const input = await vary(probe, base);
  if (input === usual) return;
  const call = await probe.call({ operation, input, answer });
  const ended = checkEnd(call);
  if (ended !== undefined) probe.report(ended, call);
  for (const received of call.requests.slice(0, 1))
    for (const problem of await checkRequest(probe.run, call, received))
      probe.report(problem, call);
}
