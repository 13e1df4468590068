import { toPointer } from "@openapi-packages/description";
import type { Issue } from "@openapi-packages/runtime";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import { seedOf } from "../../../run/seed.ts";
import { RequestChecker, type Verdict } from "../../checker/request-checker.ts";
import { reportUnrefused } from "../../judge/refusal.ts";
import { reportWrongRefusal } from "../../judge/wrong-refusal.ts";
import { sendChanged } from "../../judge/send-changed.ts";
import { removed, withViolation, type Violation } from "../../places/change-input.ts";
import { withOwnKey } from "../../../records/own-key.ts";
import { documentsValidation, strictViolations } from "../../places/coercions.ts";
import { inputPlaces, placeId, placeText, type InputPlace } from "../../places/input-places.ts";
import { violations } from "../../places/violations.ts";
import { SucceedingInputs } from "../../succeeding-inputs.ts";
import type { ServerContext } from "../../server-context.ts";
import { policyOfViolation, violationWords } from "../../../wording/violation-words.ts";
import { bodyCases } from "./invalid-bodies.ts";

/** The most cases of one operation. */
const mostCases = 40;

/**
 * Changes one place of a successful request so that the description does not allow it on the wire: it must be
 * refused. An operation takes one successful request, and at most 43 invalid ones.
 */
export function* invalidCases({ api, options }: CaseContext): Generator<Case> {
  const context = { checker: new RequestChecker(api), inputs: new SucceedingInputs() };
  for (const operation of api.operations) {
    const places = inputPlaces(api, operation, options.expectations);
    const violationsOf = documentsValidation(operation) ? strictViolations : violations;
    const found = wrongPlaces(places, violationsOf);
    for (const { place, violation } of found.slice(0, mostCases))
      yield {
        id: `${operation.id}/invalid/${placeId(place)}/${violation.kind}`,
        operations: [operation],
        aims: ["4XX"],
        run: (probe) => runInvalid(context, probe, operation, place, violation),
      };
    yield* bodyCases(context, operation);
  }
}

interface WrongPlace {
  readonly place: InputPlace;
  readonly violation: Violation;
}

/**
 * Returns one violation of each place, then a second of each, and so on: if there are too many, each place has
 * at least one.
 */
function wrongPlaces(
  places: readonly InputPlace[],
  violationsOf: (place: InputPlace) => readonly Violation[],
): WrongPlace[] {
  const all = places.flatMap((place) => {
    const own = violationsOf(place);
    const byKind = new Map(own.toReversed().map((one) => [one.kind, one] as const));
    return [...byKind.values()].toReversed().map((violation, turn) => ({ place, violation, turn }));
  });
  return all.toSorted((one, other) => one.turn - other.turn);
}

async function runInvalid(
  { checker, inputs }: ServerContext,
  probe: Probe,
  operation: VerifiedOperation,
  place: InputPlace,
  violation: Violation,
): Promise<void> {
  const { kind, value, pointer } = violation;
  if (mayBeText(probe.api, operation, place, value)) return;
  const what = violationWords(placeText(place), kind, value === removed ? undefined : value);
  const key = `verify-${seedOf(`${placeId(place)} ${kind}`)}`;
  const exchange = await sendChanged(inputs, probe, operation, {
    what,
    isOfPath: place.in === "path",
    async of({ input }) {
      const changed = withViolation(input, place, violation);
      const request = await probe.write(operation, withOwnKey(operation, changed, key));
      const verdict = request && (await checker.check(operation, request));
      return verdict && isRefusedThere(verdict, place, violation) ? request : undefined;
    },
  });
  const policy = policyOfViolation(kind);
  if (exchange === undefined) return;
  reportUnrefused(probe, operation, exchange, { what, pointer, policy });
  const isMember = place.in === "body" && place.tokens.length > 0;
  if (isMember) reportWrongRefusal(probe, operation, exchange, { what, part: "body" });
  if (place.in === "query")
    reportWrongRefusal(probe, operation, exchange, { what, part: "parameter" });
}

/** True if the checker refuses the request for the value at the place, and not because writing dropped it. */
function isRefusedThere(
  { isTaken, issues }: Verdict,
  place: InputPlace,
  { kind, value }: Violation,
): boolean {
  if (isTaken) return false;
  if (place.in === "body") return issues.length > 0;
  const [name = ""] = place.tokens;
  const pointer = toPointer([name]);
  const there = issues.filter((one) => one.in === place.in && one.pointer.startsWith(pointer));
  // Written as a text, a value of the wrong type may have the right one.
  const isOfType = (one: Issue): boolean =>
    one.keyword === "type" && one.pointer === toPointer(place.tokens);
  if (kind === "wrong-type" && !there.some(isOfType)) return false;
  const isGone = there.some((one) => one.keyword === "required" && one.pointer === pointer);
  const isMeant = value === removed && place.tokens.length === 1;
  return there.length > 0 && there.length === issues.length && isGone === isMeant;
}

/** True if the text of a number or boolean is valid for its parameter. */
function mayBeText(
  { description }: VerifiedApi,
  { model }: VerifiedOperation,
  { in: location, tokens }: InputPlace,
  value: Violation["value"],
): boolean {
  const isPlain = typeof value === "number" || typeof value === "boolean";
  const parameter = model.parameters.find(
    (one) => one.in === location && one.name === tokens[0] && tokens.length === 1,
  );
  return (
    isPlain && parameter !== undefined && description.holds(parameter.schema.json, String(value))
  );
}
