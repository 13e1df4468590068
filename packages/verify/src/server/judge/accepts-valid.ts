import type { CallInput } from "@openapi-packages/runtime/client";
import type { Problem } from "../../check/checks.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { Probe } from "../../run/probe.ts";
import { answerProblems, isUndocumentedRefusal } from "./refusal.ts";
import { refusedPlace } from "./refused-place.ts";

/**
 * What is wrong with the answer to a request that is as described: what the answer has wrong itself, and a refusal for a
 * value that its schema allows.
 */
export function validProblems(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  exchange: Exchange,
): Problem[] {
  const refused = refusedProblem(api, operation, input, exchange);
  const found = answerProblems(operation, exchange);
  return refused === undefined ? found : [...found, refused];
}

/** The refusal of a request for a value that its schema allows; `undefined` where there is none, or nobody can tell. */
function refusedProblem(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  exchange: Exchange,
): Problem | undefined {
  const place = refusedPlace(api, operation, input, exchange);
  if (place === undefined) return undefined;
  const { status } = exchange.response ?? { status: 0 };
  const shown = JSON.stringify(place.value) ?? "";
  const message = `refuses ${place.text} (${shown.slice(0, 60)}), which its schema allows: it answers ${status}, ${JSON.stringify(place.words)}`;
  return { check: "accepts-valid", message, pointer: place.pointer };
}

/** True if a request that is as described was refused, and nothing tells whether it may be. */
export function isUndecided(
  operation: VerifiedOperation,
  exchange: Exchange,
  problems: readonly Problem[],
): boolean {
  const { status } = exchange.response ?? {};
  const isRefused = status === 400 || status === 422 || isUndocumentedRefusal(operation, exchange);
  return isRefused && problems.length === 0;
}

/** Notes that nobody can tell whether a request may be refused. */
export function missDecision(probe: Probe, operation: VerifiedOperation, what: string): void {
  probe.miss(operation, [
    {
      what: `whether it may refuse ${what}`,
      how: `inputs.${operation.id}, or a rule in the schema`,
    },
  ]);
}
