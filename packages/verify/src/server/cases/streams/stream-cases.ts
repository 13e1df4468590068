import { selectMediaType, type MediaTypeDescriptor } from "@openapi-packages/runtime";
import { createStreamParser, responseKey } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf, withHeader } from "../../../wire/wire-request.ts";
import { isSuccess } from "../flows/flow.ts";

/**
 * Resumes event streams whose operations take `Last-Event-ID` (WHATWG HTML, section 9.2.4): what follows the event
 * with this id comes, without a gap and without a repetition. Two requests of an operation, and one to be sure of a
 * failure.
 */
export function* streamCases({ api }: CaseContext): Generator<Case> {
  for (const operation of api.operations)
    if (resumes(operation))
      yield {
        id: `${operation.id}/stream/resume`,
        operations: [operation],
        aims: ["2XX"],
        run: (probe) => resume(probe, operation),
      };
}

/** True if an operation describes that its stream can be resumed. */
export function resumes({ model, mock }: VerifiedOperation): boolean {
  const takesId = model.parameters.some(
    (one) => one.in === "header" && one.name.toLowerCase() === "last-event-id",
  );
  const media = Object.values(mock.operation.responses).flatMap(({ content = [] }) => content);
  return takesId && media.some(({ stream }) => stream === "server-sent-events");
}

async function resume(probe: Probe, operation: VerifiedOperation): Promise<void> {
  const { input } = await probe.records.inputFor(operation, false);
  const request = input === undefined ? undefined : await probe.write(operation, input);
  if (request === undefined) return;
  const read = async (id?: string): Promise<Exchange> => {
    const headers = withHeader(request.headers, "last-event-id", id);
    const exchange = await probe.send(operation, { ...request, headers });
    probe.reportAll(exchange);
    return exchange;
  };
  const whole = await read();
  const ids = idsOf(operation, whole);
  const isNumbered = ids.length > 1 && !ids.includes("") && new Set(ids).size === ids.length;
  if (!isSuccess(whole) || !isNumbered) return;
  const last = Math.floor((ids.length - 1) / 2);
  const rest = await read(ids[last]);
  // 204 asks clients not to come again.
  if (!isSuccess(rest) || rest.response?.status === 204) return;
  const fault = faultOf(ids, last, idsOf(operation, rest), rest.response?.isWhole === true);
  if (fault === undefined) return;
  // Ids of a stream that begins anew with each request say nothing about another request.
  const again = idsOf(operation, await read());
  if (ids.some((id, index) => again[index] !== id)) return;
  const { pointer } = operation.model;
  const problem = { check: "stream", message: fault, pointer, about: "resume" } as const;
  probe.report(problem, operation, [whole, rest]);
}

/** Describes what is wrong with the events after one id; `undefined` if they are the next ones. */
function faultOf(
  ids: readonly string[],
  last: number,
  rest: readonly string[],
  isWhole: boolean,
): string | undefined {
  const asked = `Last-Event-ID ${JSON.stringify(ids[last])}`;
  const repeated = ids.slice(0, last + 1).find((id) => rest.includes(id));
  if (repeated !== undefined)
    return `repeats the event ${JSON.stringify(repeated)} to a client that resumes with ${asked}`;
  // A stream that is still going on may bring more.
  const next = ids.slice(last + 1, isWhole ? undefined : last + 1 + rest.length);
  const lost = next.find((id, index) => rest[index] !== id);
  return lost === undefined
    ? undefined
    : `leaves out the event ${JSON.stringify(lost)} for a client that resumes with ${asked}`;
}

/** Returns the id of each event, which is that of the event before if it has none; empty without a stream. */
function idsOf({ mock }: VerifiedOperation, { response }: Exchange): string[] {
  if (response === undefined) return [];
  const { responses } = mock.operation;
  const content = responses[responseKey(responses, response.status) ?? ""]?.content ?? [];
  const type = headerOf(response.headers, "content-type");
  const media = type === undefined ? undefined : selectMediaType(content, type);
  if (media?.stream !== "server-sent-events") return [];
  return eventIds(media, response.body);
}

function eventIds(media: MediaTypeDescriptor, body: Uint8Array): string[] {
  const ids = createStreamParser(media, body.length, false)
    .push(body)
    .map(({ id }) => id);
  // The event that ends a stream often has no id of its own.
  return ids.at(-1) === ids.at(-2) && media.terminal !== undefined ? ids.slice(0, -1) : ids;
}
