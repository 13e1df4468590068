import { mediaTypeEssence } from "@openapi-packages/runtime";
import type { CallInput } from "@openapi-packages/runtime/client";
import { isAcceptable } from "@openapi-packages/runtime/internals";
import type { MediaType } from "@openapi-packages/description";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { callInput } from "../../../records/call-input.ts";
import { isDestructive } from "../../../records/destructive.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import { seedOf } from "../../../run/seed.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf, withHeader } from "../../../wire/wire-request.ts";
import { RequestChecker } from "../../checker/request-checker.ts";
import { validProblems } from "../../judge/accepts-valid.ts";
import { isServerError, reportAnswer, reportUnrefused } from "../../judge/refusal.ts";
import { sendChanged } from "../../judge/send-changed.ts";
import { withOwnKey } from "../../../records/own-key.ts";
import type { ServerContext } from "../../server-context.ts";
import { SucceedingInputs } from "../../succeeding-inputs.ts";
import { isSuccess } from "../flows/flow.ts";
import { transfersOf } from "../files/transfers.ts";

/** A media type that no description has. */
const undocumented = "application/x-undocumented";

/** Media types of changes, whose meaning plain JSON does not have (RFC 5789, section 2). */
const ofChanges = ["application/merge-patch+json", "application/json-patch+json"];

/**
 * Tests content types of requests and answers: an undocumented one must be refused, as plain JSON where a change has a
 * type of its own, documented ones must be accepted, and returned when requested. At most four requests of an
 * operation, and one for each further media type and for each type in capitals.
 */
export function* contentTypeCases({ api }: CaseContext): Generator<Case> {
  const context = { checker: new RequestChecker(api), inputs: new SucceedingInputs() };
  const inCapitals = new Set<string>();
  for (const operation of api.operations) {
    yield* requestCases(context, operation);
    const [media] = operation.model.requestBody?.content ?? [];
    if (media?.kind === "json" && !inCapitals.has(media.mediaType)) {
      inCapitals.add(media.mediaType);
      yield {
        id: `${operation.id}/content-types/capitals`,
        operations: [operation],
        run: (probe) => runCapitals(context, probe, operation),
      };
    }
    yield* answerCases(operation);
  }
}

function* requestCases(context: ServerContext, operation: VerifiedOperation): Generator<Case> {
  const { requestBody } = operation.model;
  if (requestBody === undefined) return;
  const operations = [operation];
  const [first, ...others] = requestBody.content;
  yield {
    id: `${operation.id}/content-types/undocumented`,
    operations,
    aims: ["415", "400"],
    run: (probe) => runUndocumented(context, probe, operation, undocumented),
  };
  const isOfChanges = requestBody.content.every(({ mediaType }) => ofChanges.includes(mediaType));
  if (isOfChanges && operation.model.responses.some(({ status }) => status === "415"))
    yield {
      id: `${operation.id}/content-types/plain`,
      operations,
      aims: ["415"],
      run: (probe) => runUndocumented(context, probe, operation, "application/json"),
    };
  if (first?.kind === "json" || first?.kind === "text")
    yield {
      id: `${operation.id}/content-types/charset`,
      operations,
      run: (probe) => runCharset(context, probe, operation),
    };
  for (const media of others.filter(({ mediaType }) => !mediaType.includes("*")))
    yield {
      id: `${operation.id}/content-types/${media.mediaType}`,
      operations,
      aims: ["2XX"],
      run: (probe) => runDocumented(context, probe, operation, media),
    };
}

function* answerCases(operation: VerifiedOperation): Generator<Case> {
  const success = operation.model.responses.find(({ status }) => status.startsWith("2"));
  const types = (success?.content ?? []).map(({ mediaType }) => mediaType);
  if (types.length > 1)
    for (const type of types.filter((one) => !one.includes("*")))
      yield {
        id: `${operation.id}/accept/${type}`,
        operations: [operation],
        aims: ["2XX"],
        run: (probe) => runAccept(probe, operation, type),
      };
  if (operation.model.method === "GET" && types.length > 0 && !isAcceptable(types, undocumented))
    yield {
      id: `${operation.id}/accept/undocumented`,
      operations: [operation],
      run: (probe) => runAccept(probe, operation, undocumented),
    };
}

async function runUndocumented(
  { checker, inputs }: ServerContext,
  probe: Probe,
  operation: VerifiedOperation,
  type: string,
): Promise<void> {
  const what = `a body of the content type ${type}`;
  const exchange = await sendChanged(inputs, probe, operation, {
    what,
    async of({ request }) {
      if (request.body === undefined || request.body.length === 0) return undefined;
      const headers = withHeader(request.headers, "content-type", type);
      const wrong = { ...request, headers };
      return (await checker.check(operation, wrong)).isTaken ? undefined : wrong;
    },
  });
  const pointer = `${operation.model.pointer}/requestBody/content`;
  if (exchange !== undefined) reportUnrefused(probe, operation, exchange, { what, pointer });
}

/**
 * Tests an unknown charset, which may be refused or ignored (RFC 8259, section 11), but must not cause an
 * error.
 */
async function runCharset(
  { inputs }: ServerContext,
  probe: Probe,
  operation: VerifiedOperation,
): Promise<void> {
  const base = await inputs.of(operation, probe);
  const { request } = base ?? {};
  const type = request?.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  if (request?.body === undefined || type === undefined || type.includes(";")) return;
  const headers = withHeader(request.headers, "content-type", `${type}; charset=x-unknown`);
  const exchange = await probe.send(operation, { ...request, headers });
  // The charset says more than the documented statuses.
  const problems = exchange.problems.filter(({ check }) => check !== "server-error");
  reportFailing(probe, operation, { ...exchange, problems }, "a body of an unknown charset");
}

/** Tests that the content type may be written in capitals, by one operation for each (RFC 9110, section 8.3.1). */
async function runCapitals(
  { inputs }: ServerContext,
  probe: Probe,
  operation: VerifiedOperation,
): Promise<void> {
  const request = (await inputs.of(operation, probe))?.request;
  const type = request?.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  if (request?.body === undefined || type === undefined || type.includes(";")) return;
  const written = type.toUpperCase();
  const headers = withHeader(request.headers, "content-type", written);
  const exchange = await probe.send(operation, { ...request, headers });
  if (exchange.response?.status !== 415) return;
  const message = `refuses a body of ${written}, which is ${type}: it answers 415 (RFC 9110, section 8.3.1)`;
  const pointer = `${operation.model.pointer}/requestBody/content`;
  probe.report({ check: "accepts-valid", message, pointer }, operation, [exchange]);
}

async function runDocumented(
  { checker }: ServerContext,
  probe: Probe,
  operation: VerifiedOperation,
  media: MediaType,
): Promise<void> {
  const example = probe.api.description.exampleInput(operation.model, media.mediaType);
  const isFresh = isDestructive(probe.api, operation);
  const { input: prepared, missing } = await probe.records.inputFor(operation, isFresh);
  probe.miss(operation, missing);
  if (example === undefined || prepared === undefined) return;
  const { body, contentType } = callInput(example);
  if (body === undefined) return;
  const key = `verify-${seedOf(media.mediaType)}`;
  const whole = { ...prepared, body, ...(contentType !== undefined && { contentType }) };
  const input = withOwnKey(operation, whole, key);
  const request = await probe.write(operation, input);
  if (request === undefined || !(await checker.check(operation, request)).isTaken) return;
  const exchange = await probe.send(operation, request);
  if (exchange.response?.status === 415) {
    const message = `refuses a body of ${media.mediaType}, which it documents: it answers 415`;
    const pointer = `${operation.model.pointer}/requestBody/content`;
    probe.report({ check: "accepts-valid", message, pointer }, operation, [exchange]);
    return;
  }
  for (const problem of validProblems(probe.api, operation, input, exchange))
    probe.report(problem, operation, [exchange]);
}

/** Tests Accept. A server may ignore it, or answer that it does not have the type (RFC 9110, section 12.5.1). */
async function runAccept(
  probe: Probe,
  operation: VerifiedOperation,
  accept: string,
): Promise<void> {
  const isFresh = isDestructive(probe.api, operation);
  const { input, missing } = await probe.records.inputFor(operation, isFresh);
  probe.miss(operation, missing);
  if (input === undefined) return;
  const own = withOwnKey(operation, input, `verify-${seedOf(accept)}`);
  const exchange = await probe.call(operation, own, { accept });
  if (exchange.response?.status === 406 && accept !== undocumented) {
    if (isStored(probe.api, operation) && !(await isShownAs(probe, operation, own, accept))) return;
    const message = `answers 406 to a request that accepts ${accept}, which it documents`;
    const pointer = `${operation.model.pointer}/responses`;
    probe.report({ check: "accepts-valid", message, pointer }, operation, [exchange]);
    return;
  }
  // A documented 406 may be about another type.
  const isUsual = operation.model.responses.some(({ status }) => status === "406");
  if (exchange.response?.status === 406 && !isUsual) return;
  const what = `a request that accepts ${accept} alone`;
  // What fails whatever is accepted is a matter of other cases.
  const isFailing = isServerError(exchange.response?.status ?? 0);
  if (isFailing && isServerError((await probe.call(operation, own)).response?.status ?? 0)) return;
  const judged = accept === undocumented ? withErrorsOfAnyType(exchange) : exchange;
  reportFailing(probe, operation, judged, what);
  if (accept !== undocumented || !isSuccess(exchange)) return;
  const said = refusalOfTypes(operation);
  if (said === undefined) return;
  const message = `answers ${exchange.response?.status} to ${what}, and the description says ${JSON.stringify(said)}`;
  const pointer = `${operation.model.pointer}/responses/406`;
  probe.report({ check: "described-rule", message, pointer, about: "406" }, operation, [exchange]);
}

/** Words for types of which a client accepts none. */
const noneAccepted =
  /\b(?:neither|none|no(?:t| other)?)\b[^.]*\baccept|\baccept\w*\b[^.]*\b(?:neither|none|not|other)\b/i;

/** Returns the sentence by which an operation answers 406 to whoever accepts none of its types; `undefined` if it need not. */
function refusalOfTypes({ model }: VerifiedOperation): string | undefined {
  const answer = model.responses.find(({ status }) => status === "406");
  if (answer === undefined) return undefined;
  // The name of the status says nothing of when it is sent, and a text on something else may have the same words.
  const own = sentencesOf(answer.description).filter((one) => !/^not acceptable\W*$/i.test(one));
  const others = sentencesOf(model.description).filter((one) => /\b406\b/.test(one));
  return [...own, ...others].find((one) => noneAccepted.test(one));
}

/** True for a download, whose media type is that of the file: those that it documents are of different files. */
function isStored(api: VerifiedApi, operation: VerifiedOperation): boolean {
  const success = operation.model.responses.find(({ status }) => status.startsWith("2"));
  const isBinary = success?.content.every(({ kind }) => kind === "binary") === true;
  return isBinary || transfersOf(api).some(({ download }) => download === operation);
}

/** True if the answer has a media type where any is accepted: 1 request. */
async function isShownAs(
  probe: Probe,
  operation: VerifiedOperation,
  input: CallInput,
  type: string,
): Promise<boolean> {
  const { response } = await probe.call(operation, input, { accept: "*/*" });
  const shown = headerOf(response?.headers ?? [], "content-type");
  return mediaTypeEssence(shown) === mediaTypeEssence(type);
}

/** Excuses the content type of an error: the client accepts none of those that are documented. */
function withErrorsOfAnyType(exchange: Exchange): Exchange {
  const { status = 0 } = exchange.response ?? {};
  if (status < 400 || status === 406) return exchange;
  const problems = exchange.problems.filter(({ check }) => check !== "content-type");
  return { ...exchange, problems };
}

/** Reports a server error, else the violations in the answer. */
function reportFailing(
  probe: Probe,
  operation: VerifiedOperation,
  exchange: Exchange,
  what: string,
): void {
  const { status = 0 } = exchange.response ?? {};
  if (!isServerError(status) || exchange.problems.some(({ check }) => check === "server-error")) {
    reportAnswer(probe, operation, exchange);
    return;
  }
  const message = `answers ${status} to ${what}`;
  probe.report({ check: "server-error", message, pointer: operation.model.pointer }, operation, [
    exchange,
  ]);
}
