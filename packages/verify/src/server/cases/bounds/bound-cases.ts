import type { CallInput } from "@openapi-packages/runtime/client";
import type { Problem } from "../../../check/checks.ts";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import { seedOf } from "../../../run/seed.ts";
import { RequestChecker } from "../../checker/request-checker.ts";
import { isUndecided, missDecision, validProblems } from "../../judge/accepts-valid.ts";
import { reportUnrefused } from "../../judge/refusal.ts";
import { sendChanged } from "../../judge/send-changed.ts";
import { boundaryValues, type BoundaryValue } from "../../places/boundary-values.ts";
import { withChange, withOwnKey } from "../../places/change-input.ts";
import { inputPlaces, placeId, placeText, type InputPlace } from "../../places/input-places.ts";
import { valueWords } from "../../../wording/value-words.ts";
import type { ServerContext } from "../../server-context.ts";
import { specialCharacterCases } from "./special-characters.ts";
import { SucceedingInputs } from "../../succeeding-inputs.ts";

/** The most cases of one operation. */
const mostCases = 24;

/**
 * Changes one value of a successful request to the minimum or maximum of its schema: texts and lists of no,
 * one, the fewest and the most characters and items, numbers at their bounds. The runtime's own server decides
 * which of them are valid. An operation takes one successful request, and at most 24 at bounds.
 */
export function* boundCases({ api, options }: CaseContext): Generator<Case> {
  const context = { checker: new RequestChecker(api), inputs: new SucceedingInputs() };
  for (const operation of api.operations) {
    const places = inputPlaces(api, operation, options.expectations);
    const all = places.flatMap((place) =>
      boundaryValues(place).map((boundary) => ({ place, boundary })),
    );
    for (const { place, boundary } of all.slice(0, mostCases))
      yield {
        id: `${operation.id}/bounds/${placeId(place)}/${boundary.kind}`,
        operations: [operation],
        run: (probe) => runBoundary(context, probe, operation, place, boundary),
      };
    yield* specialCharacterCases(context, operation, places);
  }
}

async function runBoundary(
  { checker, inputs }: ServerContext,
  probe: Probe,
  operation: VerifiedOperation,
  place: InputPlace,
  { kind, value, pointer }: BoundaryValue,
): Promise<void> {
  const key = `verify-${seedOf(`${placeId(place)} ${kind}`)}`;
  const what = `${valueWords(value)} as ${placeText(place)} (${kind.replaceAll("-", " ")})`;
  const changed = (base: CallInput): CallInput =>
    withOwnKey(operation, withChange(base, place, value), key);
  let isValid = false;
  let input: CallInput = {};
  const exchange = await sendChanged(inputs, probe, operation, {
    what,
    isOfPath: place.in === "path",
    async of(base) {
      input = changed(base.input);
      const request = await probe.write(operation, input);
      const verdict = request && (await checker.check(operation, request));
      if (verdict === undefined) return undefined;
      isValid = verdict.isTaken;
      const isAbout = isValid || verdict.issues.every((issue) => issue.in === place.in);
      return isAbout ? request : undefined;
    },
  });
  if (exchange === undefined) return;
  if (!isValid) return reportUnrefused(probe, operation, exchange, { what, pointer });
  const problems = validProblems(probe.api, operation, input, exchange);
  for (const problem of problems)
    probe.report(atBound(problem, kind.replaceAll("-", " "), pointer), operation, [exchange]);
  if (isUndecided(operation, exchange, problems)) missDecision(probe, operation, what);
}

/** Moves a refusal to the bound that it is about. */
const atBound = (problem: Problem, bound: string, pointer: string): Problem =>
  problem.check === "accepts-valid"
    ? { ...problem, message: `${problem.message} (${bound})`, pointer }
    : problem;
