import type { CallInput } from "@openapi-packages/runtime/client";
import type { Problem } from "../../../check/checks.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import { seedOf } from "../../../run/seed.ts";
import { RequestChecker } from "../../checker/request-checker.ts";
import { isUndecided, missDecision, validProblems } from "../../judge/accepts-valid.ts";
import { refusedAtBound } from "./beside-bound.ts";
import { reportUnrefused } from "../../judge/refusal.ts";
import { sendChanged } from "../../judge/send-changed.ts";
import { boundaryValues, type BoundaryValue } from "../../places/boundary-values.ts";
import { withChange } from "../../places/change-input.ts";
import { withOwnKey } from "../../../records/own-key.ts";
import { inputPlaces, placeId, placeText, type InputPlace } from "../../places/input-places.ts";
import { valueWords } from "../../../wording/value-words.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { ServerContext } from "../../server-context.ts";
import { specialCharacterCases } from "./special-characters.ts";
import { SucceedingInputs } from "../../succeeding-inputs.ts";
import { takenTogether, type Bound } from "./together.ts";

/** The most cases of one operation. */
const mostCases = 16;

/**
 * Changes one value of a successful request to the minimum or maximum of its schema: texts and lists of no,
 * one, the fewest and the most characters and items, numbers at their bounds. The runtime's own server decides
 * which of them are valid. Values of several places are tried together first. An operation takes one successful request, and at most 16 at bounds.
 */
export function* boundCases({ api, options }: CaseContext): Generator<Case> {
  const context = { checker: new RequestChecker(api), inputs: new SucceedingInputs() };
  for (const operation of api.operations) {
    const places = inputPlaces(api, operation, options.expectations);
    const isRead = isReadThere(api, operation);
    const all = places.flatMap((place) =>
      (place.in === "path" && isRead ? [] : boundaryValues(place)).map((boundary) => ({
        place,
        boundary,
      })),
    );
    const bounds = all.slice(0, mostCases).map(({ place, boundary }): Bound => ({
      id: `${operation.id}/bounds/${placeId(place)}/${boundary.kind}`,
      place,
      boundary,
    }));
    const taken = new Set<string>();
    if (bounds.length > 1)
      yield {
        id: `${operation.id}/bounds/together`,
        operations: [operation],
        async run(probe) {
          for (const id of await takenTogether(context, probe, operation, bounds)) taken.add(id);
        },
      };
    for (const { id, place, boundary } of bounds)
      yield {
        id,
        operations: [operation],
        async run(probe) {
          if (!taken.has(id)) await runBoundary(context, probe, operation, place, boundary);
        },
      };
    yield* specialCharacterCases(context, operation, places);
  }
}

/**
 * True for a change or a deletion of what GET reads at the same path: a path at a bound names no record, and what
 * finds none is tried with that GET. A PUT may create one.
 */
const isReadThere = ({ operations }: VerifiedApi, { model }: VerifiedOperation): boolean =>
  ["PATCH", "DELETE"].includes(model.method) &&
  operations.some((one) => one.model.path === model.path && one.model.method === "GET");

async function runBoundary(
  context: ServerContext,
  probe: Probe,
  operation: VerifiedOperation,
  place: InputPlace,
  boundary: BoundaryValue,
): Promise<void> {
  const { kind, value, pointer } = boundary;
  const what = `${valueWords(value)} as ${placeText(place)} (${kind.replaceAll("-", " ")})`;
  const sent = await sendValue(context, probe, operation, place, { kind, value });
  if (sent === undefined) return;
  const { exchange, input, isValid } = sent;
  if (!isValid) return reportUnrefused(probe, operation, exchange, { what, pointer });
  const problems = validProblems(probe.api, operation, input, exchange);
  for (const problem of problems)
    probe.report(atBound(problem, kind.replaceAll("-", " "), pointer), operation, [exchange]);
  if (!isUndecided(operation, exchange, problems)) return;
  const beside = await refusedAtBound({
    value,
    inside: boundary.inside ?? [],
    input,
    tokens: place.in === "body" ? place.tokens : [],
    async send(other) {
      const own = { kind: `beside ${kind} ${valueWords(other)}`, value: other };
      const again = await sendValue(context, probe, operation, place, own);
      return again?.isValid === true ? again.exchange : undefined;
    },
  });
  if (beside === undefined) return missDecision(probe, operation, what);
  const { status } = exchange.response ?? {};
  const message = `refuses ${what}, which its schema allows, with ${status}, and takes ${valueWords(beside.taken)}`;
  probe.report({ check: "accepts-valid", message, pointer }, operation, beside.exchanges);
}

/** Sends a request that succeeded with another value at a place; `undefined` if it cannot be sent. */
async function sendValue(
  { checker, inputs }: ServerContext,
  probe: Probe,
  operation: VerifiedOperation,
  place: InputPlace,
  { kind, value }: Pick<BoundaryValue, "kind" | "value">,
): Promise<
  { readonly exchange: Exchange; readonly input: CallInput; readonly isValid: boolean } | undefined
> {
  const key = `verify-${seedOf(`${placeId(place)} ${kind}`)}`;
  let isValid = false;
  let input: CallInput = {};
  const exchange = await sendChanged(inputs, probe, operation, {
    what: `${valueWords(value)} as ${placeText(place)} (${kind.replaceAll("-", " ")})`,
    isOfPath: place.in === "path",
    async of(base) {
      const free = probe.records.withFreeTexts(operation, base.input);
      input = withOwnKey(operation, withChange(free, place, value), key);
      const request = await probe.write(operation, input);
      const verdict = request && (await checker.check(operation, request));
      if (verdict === undefined) return undefined;
      isValid = verdict.isTaken;
      const isAbout = isValid || verdict.issues.every((issue) => issue.in === place.in);
      return isAbout ? request : undefined;
    },
  });
  return exchange && { exchange, input, isValid };
}

/** Moves a refusal to the bound that it is about. */
const atBound = (problem: Problem, bound: string, pointer: string): Problem =>
  problem.check === "accepts-valid"
    ? { ...problem, message: `${problem.message} (${bound})`, pointer }
    : problem;
