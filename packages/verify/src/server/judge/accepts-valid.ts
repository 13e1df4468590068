import type { CallInput } from "@openapi-packages/runtime/client";
import type { Problem } from "../../check/checks.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { Probe } from "../../run/probe.ts";
import { valueWords } from "../../wording/value-words.ts";
import { answerProblems, isUndocumentedRefusal } from "./refusal.ts";
import { refusedPlace } from "./refused-place.ts";

/** Returns the problems in the answer to a valid request: its own violations, and a refusal of a valid value. */
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

/** Returns the refusal of a valid value; `undefined` if there is none, or it is undecidable. */
function refusedProblem(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  exchange: Exchange,
): Problem | undefined {
  const place = refusedPlace(api, operation, input, exchange);
  if (place === undefined) return undefined;
  const { status } = exchange.response ?? { status: 0 };
  const message = `refuses ${valueWords(place.value)} as ${place.text}, which its schema allows: it answers ${status}, ${JSON.stringify(place.words)}`;
  return { check: "accepts-valid", message, pointer: place.pointer };
}

/** True if a valid request was refused, and it is unknown whether that is allowed. */
export function isUndecided(
  operation: VerifiedOperation,
  exchange: Exchange,
  problems: readonly Problem[],
): boolean {
  const { status } = exchange.response ?? {};
  const isRefused = status === 400 || status === 422 || isUndocumentedRefusal(operation, exchange);
  return isRefused && problems.length === 0;
}

/** Reports that it is unknown whether a request may be refused. */
export function missDecision(probe: Probe, operation: VerifiedOperation, what: string): void {
  probe.miss(operation, [
    {
      what: `whether it may refuse ${what}`,
      how: `inputs.${operation.id}, or describe the rule in the schema`,
    },
  ]);
}
