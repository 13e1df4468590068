import { selectMediaType, type Validator } from "@openapi-packages/runtime";
import { isJsonMediaType, responseKey } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import { withHeader, type WireResponse } from "../../wire/wire-request.ts";
import type { Problem } from "../../check/checks.ts";
import type { ClientErrorReason } from "../adapter.ts";
import { checkEnd, checkReason, messageOf, placeOf } from "../check-outcome.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import type { ClientProbe } from "../client-probe.ts";
import type { MadeCall } from "../planned-call.ts";
import {
  isStream,
  plannedAnswers,
  usualAnswer,
  type PlannedAnswer,
  type WrittenAnswer,
} from "../planned-answers.ts";
import { isNothing, shown } from "../same-value.ts";
import type { ScriptedAnswer } from "../scripted-server.ts";

/** A fault of an answer. */
interface Fault {
  readonly name: string;
  /** The description of the fault in messages. */
  readonly what: string;
  readonly check: Problem["check"];
  readonly reasons: readonly ClientErrorReason[];
  /** True if the fault applies to an answer. */
  canBe(planned: PlannedAnswer): boolean;
  script(answer: WrittenAnswer): ScriptedAnswer;
}

const faults: readonly Fault[] = [
  {
    name: "undocumented-status",
    what: "is answered with an error that is not documented",
    check: "swallowed-error",
    reasons: ["status"],
    canBe: ({ operation }) => undocumentedStatus(operation) !== undefined,
    script: ({ operation }) => ({
      response: {
        status: undocumentedStatus(operation) ?? 500,
        headers: [["content-type", "application/json"]],
        body: bytes('{"verify":"an answer that is not documented"}'),
        isWhole: true,
      },
    }),
  },
  {
    name: "gateway-error",
    what: "is answered with 502 and a page by a gateway",
    check: "swallowed-error",
    reasons: ["status", "decoding"],
    canBe: ({ operation }) => responseKey(operation.mock.operation.responses, 502) === undefined,
    script: ({ response }) => ({ response: { ...page(response), status: 502 } }),
  },
  {
    name: "broken-json",
    what: "has an answer that is not JSON, though its media type says so",
    check: "broken-answer",
    reasons: ["decoding"],
    canBe: isJson,
    script: ({ response }) => ({ response: { ...response, body: bytes('{"verify":') } }),
  },
  {
    name: "wrong-content-type",
    what: "has an answer of another media type than documented, a page",
    check: "broken-answer",
    reasons: ["decoding"],
    canBe: ({ media, ...planned }) =>
      hasBody({ media, ...planned }) &&
      media !== undefined &&
      selectMediaType(contentOf(planned), "text/html") === undefined,
    script: ({ response }) => ({ response: page(response) }),
  },
  {
    name: "cut-off",
    what: "has an answer that breaks off",
    check: "broken-answer",
    reasons: ["connection", "decoding"],
    canBe: (planned) => hasBody(planned) && !isStream(planned),
    script: ({ response }) => ({ response, ending: "cut" }),
  },
  {
    name: "reset",
    what: "has no answer, since the connection is reset",
    check: "broken-answer",
    reasons: ["connection"],
    canBe: () => true,
    script: ({ response }) => ({ response, ending: "reset" }),
  },
  {
    name: "empty-body",
    what: "has an answer without a body",
    check: "broken-answer",
    reasons: ["decoding", "connection"],
    canBe: isJson,
    script: ({ response }) => ({ response: { ...response, body: new Uint8Array() } }),
  },
];

/** Calls each operation with every fault of its success: one call each. */
export function* faultCases({ operations }: ClientCaseContext): Generator<ClientCase> {
  for (const operation of operations) {
    const success = usualAnswer(operation);
    if (success === undefined || success.example.status >= 300) continue;
    for (const fault of faults.filter((one) => one.canBe(success)))
      yield {
        id: `${operation.id}/fault/${fault.name}`,
        operations: [operation],
        run: (probe) => runFault(probe, operation, fault),
      };
  }
}

async function runFault(
  probe: ClientProbe,
  operation: VerifiedOperation,
  fault: Fault,
): Promise<void> {
  const planned = await probe.usual(operation);
  if (planned.answer.response.body.length === 0 && fault.name === "cut-off") return;
  const call = await probe.call({ ...planned, respond: () => fault.script(planned.answer) });
  // A wrong request is only reported if nothing else is wrong.
  if (call.requests.length === 0) return;
  const problem =
    checkEnd(call) ??
    (await problemOf(probe, call, fault)) ??
    (await hiddenStatus(probe, call, fault));
  if (problem !== undefined) probe.report(problem, call);
}

async function problemOf(
  probe: ClientProbe,
  { outcome, answer, items, streamError, operation }: MadeCall,
  { check, what, reasons, name, script }: Fault,
): Promise<Problem | undefined> {
  const pointer = placeOf(answer);
  const failed = outcome?.kind === "error" ? outcome : streamError;
  if (failed !== undefined) return checkReason(probe.run, failed, reasons, pointer);
  if (outcome?.kind !== "answer") return undefined;
  // A client may return errors, if it exposes their status.
  const { status } = script(answer).response;
  if (status >= 400 && outcome.status === status) return undefined;
  if (isStream(answer) && outcome.items === undefined && outcome.body === undefined) {
    probe.run.unshown("items of streams", "give `items`");
    return undefined;
  }
  const given = outcome.items === undefined ? outcome.body : items;
  const isEmpty = (await isNothing(given)) || (Array.isArray(given) && given.length === 0);
  const isPossible = isEmpty || validatorOf(answer)?.(given) !== false;
  if (name === "empty-body" && isPossible) return undefined;
  const message = `a call of ${operation.id} that ${what} gives ${shown(given)}`;
  return { check, policy: `a call that ${what} succeeds`, message, pointer };
}

/** Returns the problem of an error that hides its status, though the same client shows that of another error. */
async function hiddenStatus(
  probe: ClientProbe,
  { outcome, operation, input, answer }: MadeCall,
  { script, what }: Fault,
): Promise<Problem | undefined> {
  const { status } = script(answer).response;
  if (status < 400 || outcome?.kind !== "error" || outcome.status !== undefined) return undefined;
  const other = plannedAnswers(operation).find(({ example }) => example.status >= 400);
  if (other === undefined) return undefined;
  const written = await probe.written(other, input);
  const { outcome: shownBy } = await probe.call({ operation, input, answer: written });
  if (shownBy?.kind !== "error" || shownBy.status === undefined) return undefined;
  const policy = `the error of a call that ${what} hides its status, which the error of a documented status has`;
  const message = `the error of a call of ${operation.id} that ${what} hides the status ${status}: ${messageOf(outcome.error)}`;
  return { check: "call-error", policy, message, pointer: placeOf(answer) };
}

const validatorOf = ({ operation, key, media }: PlannedAnswer): Validator | undefined =>
  operation.mock.validators.responses?.[key]?.[media?.mediaType ?? ""];

const contentOf = ({ operation, key }: Pick<PlannedAnswer, "operation" | "key">) =>
  operation.mock.operation.responses[key]?.content ?? [];

/** True if an answer is JSON by a media type that the client can expect. */
function isJson(planned: PlannedAnswer): boolean {
  const { media } = planned;
  return (
    hasBody(planned) &&
    !isStream(planned) &&
    media !== undefined &&
    (media.as === undefined ? isJsonMediaType(media.mediaType) : media.as === "json")
  );
}

const hasBody = ({ operation, example, media }: PlannedAnswer): boolean =>
  media !== undefined &&
  example.body !== undefined &&
  example.status !== 204 &&
  operation.mock.operation.method !== "HEAD";

/**
 * Returns an error status that an operation does not document, even by a range; `undefined` if it documents
 * all.
 */
function undocumentedStatus({ mock }: VerifiedOperation): number | undefined {
  return [418, 451, 424, 507].find(
    (status) => responseKey(mock.operation.responses, status) === undefined,
  );
}

const page = (response: WireResponse): WireResponse => ({
  ...response,
  headers: withHeader(response.headers, "content-type", "text/html; charset=utf-8"),
  body: bytes("<!doctype html><title>Another service</title>"),
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
