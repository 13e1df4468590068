import type { Problem } from "../check/checks.ts";
import { escapePointerToken, isObject } from "@openapi-packages/runtime/internals";
import { headerOf } from "../wire/wire-request.ts";
import type { ClientAnswer, ClientError, ClientErrorReason, ClientOutcome } from "./adapter.ts";
import type { ClientRun } from "./client-probe.ts";
import type { MadeCall } from "./planned-call.ts";
import { isStream, type WrittenAnswer } from "./planned-answers.ts";
import { conversionOf } from "./conversions.ts";
import { dateIn, differenceOf, isNothing, shown, type Difference } from "./same-value.ts";

/** Returns the place of an answer in the description. */
export const placeOf = ({ operation, key }: Pick<WrittenAnswer, "operation" | "key">): string =>
  `${operation.model.pointer}/responses/${escapePointerToken(key)}`;

/**
 * Returns the problem of a call that did not end, sent nothing, or ended its client; `undefined` for any other.
 */
export function checkEnd({
  outcome,
  streamError,
  requests,
  operation,
  answer,
}: MadeCall): Problem | undefined {
  const { status } = answer.response;
  const pointer = placeOf(answer);
  if (requests.length === 0 && outcome?.kind === "answer") {
    const policy = "a call that sends no request has an answer";
    const message = `a call of ${operation.id} sends no request and has an answer, which it can only have of an earlier one`;
    return { check: "mixed-calls", policy, message, pointer: operation.model.pointer };
  }
  if (requests.length === 0) {
    const why = outcome?.kind === "error" ? `: ${messageOf(outcome.error)}` : "";
    return {
      check: "request",
      ...(why !== "" && { policy: `calls send no request${why}` }),
      message: `a call of ${operation.id} sends no request${why}`,
      pointer: operation.model.pointer,
    };
  }
  if (outcome === undefined)
    return {
      check: "hang",
      policy: "a call does not end",
      message: `a call of ${operation.id} that is answered with ${status} does not end`,
      pointer,
    };
  const failed = outcome.kind === "error" ? outcome : streamError;
  if (failed?.reason !== "crash") return undefined;
  const message = `a call of ${operation.id} that is answered with ${status} ends the client: ${messageOf(failed.error)}`;
  return { check: "crash", policy: "an answer ends the client", message, pointer };
}

/** Compares what a caller received with the complete answer. */
export async function checkOutcome(run: ClientRun, call: MadeCall): Promise<Problem[]> {
  const ended = checkEnd(call);
  if (ended !== undefined) return [ended];
  const { outcome, answer } = call;
  if (outcome === undefined) return [];
  return answer.response.status >= 400
    ? checkError(run, outcome, answer)
    : checkSuccess(run, call, outcome);
}

async function checkSuccess(
  run: ClientRun,
  { answer, items, streamError }: MadeCall,
  outcome: ClientOutcome,
): Promise<Problem[]> {
  const pointer = placeOf(answer);
  const { status } = answer.response;
  const failed = outcome.kind === "error" ? outcome : streamError;
  if (failed !== undefined)
    return [
      {
        check: "call-result",
        policy: `calls fail that are answered with ${status}: ${messageOf(failed.error)}`,
        message: `the call fails though it is answered with ${status}: ${messageOf(failed.error)}`,
        pointer,
      },
    ];
  const shownAnswer = outcome as ClientAnswer;
  const problems = checkHead(run, shownAnswer, answer, "call-result");
  if (isStream(answer) && shownAnswer.items === undefined)
    return [...problems, ...checkStreamText(run, shownAnswer, answer)];
  // If no body is documented, callers may receive anything that represents none.
  if (answer.media === undefined) return problems;
  const given = isStream(answer) ? items : shownAnswer.body;
  const areTexts = run.adapter.dates === "text";
  const difference =
    (areTexts ? dateIn(answer.value, given) : undefined) ??
    (await differenceOf(answer.value, given));
  const isEvents = difference !== undefined && answer.media.stream === "server-sent-events";
  if (isEvents && (await areEvents(answer.value, given))) return problems;
  const isNone = answer.value === undefined && (await isNothing(given));
  if (difference === undefined || isNone) return problems;
  const place = difference.pointer === "" ? "the body" : difference.pointer;
  const message = `the caller has ${shown(difference.actual)} as ${place} of ${status}, and the answer has ${shown(difference.expected)}`;
  const check = isStream(answer) ? "stream-items" : "call-result";
  return [...problems, { check, ...policyOf("answers", difference), message, pointer }];
}

/** A client may give a stream as one text, as long as none of it is lost. */
function checkStreamText(
  run: ClientRun,
  { body }: ClientAnswer,
  { response, ...answer }: WrittenAnswer,
): Problem[] {
  if (typeof body !== "string") {
    run.unshown("items of streams", "give `items`");
    return [];
  }
  const sent = new TextDecoder().decode(response.body);
  if (body === sent) return [];
  const message = `the caller has ${shown(body)} as the text of ${response.status}, and the answer has ${shown(sent)}`;
  return [{ check: "call-result", message, pointer: placeOf(answer) }];
}

/** True if items are events as browsers give them, whose `data` is the text of each item. */
async function areEvents(expected: unknown, given: unknown): Promise<boolean> {
  if (!Array.isArray(expected) || !Array.isArray(given)) return false;
  const texts = given.map((event) => (isObject(event) ? event["data"] : undefined));
  if (!texts.every((text) => typeof text === "string")) return false;
  const items = texts.map((text, index) =>
    typeof expected[index] === "string" ? text : json(text),
  );
  return (await differenceOf(expected, items)) === undefined;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the policy of a difference, if a client does the same to values elsewhere. */
export function policyOf(where: string, { expected, actual }: Difference): { policy?: string } {
  const conversion = conversionOf(expected, actual);
  return conversion === undefined ? {} : { policy: `${conversion} in ${where}` };
}

/** Checks that an error is thrown, or returned with its status. */
async function checkError(
  run: ClientRun,
  outcome: ClientOutcome,
  answer: WrittenAnswer,
): Promise<Problem[]> {
  const { status } = answer.response;
  const pointer = placeOf(answer);
  const isResult = outcome.kind === "answer";
  if (isResult && outcome.status === undefined)
    return [
      {
        check: "swallowed-error",
        policy: "a call succeeds though it is answered with an error",
        message: `the call succeeds though it is answered with ${status}`,
        pointer,
      },
    ];
  const problems = checkHead(run, outcome, answer, "call-error");
  const reason = isResult ? undefined : checkReason(run, outcome, ["status"], pointer);
  if (reason !== undefined) problems.push(reason);
  if (!("body" in outcome)) {
    run.unshown("bodies of errors", "give `body` of errors");
    return problems;
  }
  if (answer.media === undefined && answer.value === undefined) return problems;
  const difference = await differenceOf(answer.value, outcome.body);
  if (difference === undefined) return problems;
  if (answer.value === undefined && (await isNothing(outcome.body))) return problems;
  const place = difference.pointer === "" ? "the body" : difference.pointer;
  const message = `the error has ${shown(difference.actual)} as ${place} of ${status}, and the answer has ${shown(difference.expected)}`;
  const isWhole = difference.pointer === "" && (await isNothing(outcome.body));
  const policy = isWhole ? { policy: "errors lack the body" } : policyOf("errors", difference);
  return [...problems, { check: "call-error", ...policy, message, pointer }];
}

/** Checks status and headers, if the client exposes them. */
function checkHead(
  run: ClientRun,
  outcome: ClientOutcome,
  { response, operation, key, ...rest }: WrittenAnswer,
  check: "call-result" | "call-error",
): Problem[] {
  const pointer = placeOf({ operation, key, ...rest });
  const problems: Problem[] = [];
  if (outcome.status === undefined)
    run.unshown(
      check === "call-error" ? "statuses of errors" : "statuses of answers",
      "give `status`",
    );
  else if (outcome.status !== response.status)
    problems.push({
      check,
      policy: `the caller has the status ${outcome.status} of answers with another one`,
      message: `the caller has the status ${outcome.status}, and the answer ${response.status}`,
      pointer,
    });
  const described = operation.mock.operation.responses[key]?.headers ?? [];
  const sent = described.flatMap(({ name }) => {
    const text = headerOf(response.headers, name);
    return text === undefined || name.toLowerCase() === "set-cookie" ? [] : [{ name, text }];
  });
  if (sent.length === 0) return problems;
  if (outcome.headers === undefined) run.unshown("headers of answers", "give `headers`");
  else {
    const headers = new Headers(outcome.headers as Headers);
    const wrong = sent.find(({ name, text }) => headers.get(name) !== text);
    if (wrong !== undefined)
      problems.push({
        check,
        policy: `the caller has another value of the header ${wrong.name}`,
        message: `the caller has ${shown(headers.get(wrong.name))} as header ${wrong.name} of ${response.status}, and the answer has ${shown(wrong.text)}`,
        pointer: `${pointer}/headers/${escapePointerToken(wrong.name)}`,
      });
  }
  return problems;
}

/** Checks the reason of an error, if the client exposes it. */
export function checkReason(
  run: ClientRun,
  { reason, error }: ClientError,
  expected: readonly ClientErrorReason[],
  pointer: string,
): Problem | undefined {
  if (reason === undefined) run.unshown("reasons of errors", "give `reason`");
  if (reason === undefined || expected.includes(reason)) return undefined;
  const message = `the error says that it is one of ${reason}, and is one of ${expected.join(" or ")}: ${messageOf(error)}`;
  const policy = `an error says that it is one of ${reason}, and is one of ${expected.join(" or ")}`;
  return { check: "call-error", policy, message, pointer };
}

export function messageOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : shown(error);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text.replaceAll(/\s*\n\s*/g, " ");
}
