import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf, withHeader, type WireRequest } from "../../../wire/wire-request.ts";
import { isServerError } from "../../judge/refusal.ts";
import { isGone, isSuccess } from "../flows/flow.ts";
import { storeFirst, storeOf } from "../flows/stored.ts";
import { compareHead } from "./head.ts";
import { RefusedHeads } from "./refused-heads.ts";

/** An origin that no service can know. */
const unknownOrigin = "https://verify.invalid";

/**
 * Tests what HTTP demands of each GET, whatever is described: two or three requests of an operation. HEAD has the
 * headers of GET and no body, a tag of the same content stays the same, and an unknown website gets no access with
 * credentials.
 */
export function* httpCases({ api }: CaseContext): Generator<Case> {
  const heads = new RefusedHeads();
  for (const operation of api.operations) {
    const { method, responses } = operation.model;
    const isStream = responses.some(({ content }) => content.some(({ stream }) => stream));
    if (method === "GET" && !isStream)
      yield {
        id: `${operation.id}/http`,
        operations: [operation],
        aims: ["2XX"],
        run: (probe) => run(probe, operation, heads),
      };
  }
}

async function run(probe: Probe, operation: VerifiedOperation, heads: RefusedHeads): Promise<void> {
  const { input } = await probe.records.inputFor(operation, false);
  const request = input === undefined ? undefined : await probe.write(operation, input);
  if (input === undefined || request === undefined) return;
  const headers = withHeader(request.headers, "origin", unknownOrigin);
  const ask = (): Promise<Exchange> => probe.send(operation, { ...request, headers });
  const first = await askStored(probe, operation, input, ask);
  reportOrigin(probe, operation, first);
  const get = (): Promise<Exchange> => probe.send(operation, request);
  // An unknown origin may be refused.
  const full = isSuccess(first) && tagOf(first) === undefined ? first : await get();
  if (!isSuccess(full)) return;
  if (isOtherTag(first, full)) await reportTag(probe, operation, full, get);
  if (!hasHead(probe.api, operation)) await head(probe, operation, request, full, get, heads);
}

/** Asks for what is at a path, and stores it if nothing is there: 2 more requests. */
async function askStored(
  probe: Probe,
  operation: VerifiedOperation,
  input: CallInput,
  ask: () => Promise<Exchange>,
): Promise<Exchange> {
  const first = await ask();
  const put = storeOf(probe.api, operation);
  const isStorable = put !== undefined && probe.mayCall(put) && isGone(first);
  return isStorable && (await storeFirst(probe, operation, input)) ? ask() : first;
}

const tagOf = ({ response }: Exchange): string | undefined =>
  headerOf(response?.headers ?? [], "etag");

/** True if two successful answers have the same body and different tags. */
function isOtherTag(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one.response, other.response];
  if (a?.status !== b?.status || !a?.isWhole || b === undefined) return false;
  const isSame = Buffer.compare(a.body, b.body) === 0;
  return isSame && tagOf(one) !== undefined && tagOf(one) !== tagOf(other);
}

function reportOrigin(probe: Probe, operation: VerifiedOperation, exchange: Exchange): void {
  const { headers = [] } = exchange.response ?? {};
  const isRepeated = headerOf(headers, "access-control-allow-origin") === unknownOrigin;
  if (!isRepeated || headerOf(headers, "access-control-allow-credentials") !== "true") return;
  const message =
    "repeats an unknown Origin in Access-Control-Allow-Origin with Access-Control-Allow-Credentials true: any website may read its answers as their user";
  const { pointer } = operation.model;
  const about = "access-control";
  const problem = { check: "http-header", message, policy: message, pointer, about } as const;
  probe.report(problem, operation, [exchange]);
}

async function reportTag(
  probe: Probe,
  operation: VerifiedOperation,
  before: Exchange,
  get: () => Promise<Exchange>,
): Promise<void> {
  const after = await get();
  if (!isOtherTag(before, after)) return;
  const message = `gives the same content the ETag ${tagOf(before)} and then ${tagOf(after)}, so that If-None-Match never matches`;
  const { pointer } = operation.model;
  const problem = { check: "conditional", message, pointer, about: "etag" } as const;
  probe.report(problem, operation, [before, after]);
}

/** True if the description has HEAD for the path, whose own case compares it. */
function hasHead({ operations }: VerifiedApi, { model }: VerifiedOperation): boolean {
  return operations.some((one) => one.model.path === model.path && one.model.method === "HEAD");
}

/** Sends HEAD, which belongs to GET (RFC 9110, section 9.1). A service may refuse it. */
async function head(
  probe: Probe,
  operation: VerifiedOperation,
  request: WireRequest,
  full: Exchange,
  get: () => Promise<Exchange>,
  heads: RefusedHeads,
): Promise<void> {
  const short = await probe.send(undefined, { ...request, method: "HEAD" });
  const { pointer } = operation.model;
  for (const problem of probe.problemsOfHttp(operation, short))
    probe.report(problem, operation, [short]);
  const status = short.response?.status ?? 0;
  if (isServerError(status)) {
    const message = `answers HEAD with ${status}, and GET with ${full.response?.status}`;
    probe.report({ check: "server-error", message, pointer }, operation, [full, short]);
  }
  if (isSuccess(short)) await compareHead(probe, operation, full, short, get);
  await heads.note(probe, operation, full, short, get);
}
