import type { OperationDescriptor } from "@openapi-packages/runtime";
import type { HttpRequest, HttpResponse } from "@openapi-packages/runtime/server";
import { takesFrom } from "./answers/latency.ts";
import { applyFault } from "./faults/apply-fault.ts";
import { isDocumented, undocumentedResponse } from "./faults/undocumented-status.ts";
import type { MockParts } from "./operation-mock.ts";
import { randomFrom } from "./random.ts";

/** A request for another server. */
interface PassedOn {
  readonly request: HttpRequest;
  readonly operation: OperationDescriptor | undefined;
  /** Its number among the forwarded requests, which varies the delays. */
  readonly number: number;
}

/** The two ways to answer a request. */
interface Answering {
  readonly mock: (request: HttpRequest) => Promise<HttpResponse>;
  readonly forward: () => Promise<HttpResponse>;
}

/**
 * Returns the answer of another server with the faults of the rules. A status from a rule is answered by the
 * mock. The preferences of the request are for the other server.
 */
export async function forwardWithFaults(
  { description, faults, latency, options, clock, log }: MockParts,
  { request, operation, number }: PassedOn,
  { mock, forward }: Answering,
): Promise<HttpResponse> {
  const fault = operation && faults.take(operation, undefined);
  const note = fault && log.noteOf(request);
  if (note) note.fault = fault.name;
  const random = randomFrom(options.seed ?? 0, "upstream", number);
  const milliseconds = takesFrom(fault?.latency ?? latency, random);
  if (milliseconds > 0) await clock.wait(milliseconds, request.signal);
  if (operation && fault?.status !== undefined && fault.kind === undefined) {
    if (!isDocumented(description.api, operation, fault.status))
      return undocumentedResponse(request, fault.status);
    const headers = { ...request.headers, prefer: `code=${fault.status}` };
    return mock({ ...request, headers });
  }
  const response = await forward();
  return fault === undefined
    ? response
    : applyFault(fault, response, { clock, signal: request.signal });
}
