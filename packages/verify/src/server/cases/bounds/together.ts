import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { withOwnKey } from "../../../records/own-key.ts";
import { Undecided } from "../../../run/left-alone.ts";
import type { Probe } from "../../../run/probe.ts";
import { validProblems } from "../../judge/accepts-valid.ts";
import { sendChanged } from "../../judge/send-changed.ts";
import type { BoundaryValue } from "../../places/boundary-values.ts";
import { withChange } from "../../places/change-input.ts";
import type { InputPlace } from "../../places/input-places.ts";
import type { ServerContext } from "../../server-context.ts";
import { isSuccess } from "../flows/flow.ts";

/** A value at a bound of one place. */
export interface Bound {
  /** The identifier of the case that tries it alone. */
  readonly id: string;
  readonly place: InputPlace;
  readonly boundary: BoundaryValue;
}

/**
 * Sends the valid values at bounds together: one of each place in a request. What is taken needs no request of its own.
 *
 * @returns the identifiers of the bounds that were taken; none of those of a request that was refused, which says nothing of
 * each
 */
export async function takenTogether(
  context: ServerContext,
  probe: Probe,
  operation: VerifiedOperation,
  bounds: readonly Bound[],
): Promise<string[]> {
  const base = await context.inputs.of(operation, probe);
  if (base === undefined) return [];
  const named = new Set(
    probe.records
      .referencesIn(operation, base.input.body)
      .map(({ pointer }) => ["body", ...pointer].join("/")),
  );
  const valid: Bound[] = [];
  for (const bound of bounds) {
    const { place, boundary } = bound;
    const isReference = named.has([place.in, ...place.tokens].join("/"));
    const isPlain = typeof boundary.value !== "object" && ["body", "query"].includes(place.in);
    if (isReference || !isPlain) continue;
    const changed = withChange(base.input, place, boundary.value);
    const request = await probe.write(operation, changed);
    const verdict = request && (await context.checker.check(operation, request));
    if (verdict?.isTaken === true) valid.push(bound);
  }
  const taken: string[] = [];
  for (const round of roundsOf(valid)) {
    if (!(await isTaken(context, probe, operation, round))) break;
    taken.push(...round.map(({ id }) => id));
  }
  return taken;
}

/** Returns the bounds in groups of several that have one of each place. */
function roundsOf(bounds: readonly Bound[]): Bound[][] {
  const places = [...Map.groupBy(bounds, ({ place }) => place).values()];
  const most = Math.max(0, ...places.map((own) => own.length));
  return Array.from({ length: most }, (_, index) =>
    places.flatMap((own) => own[index] ?? []),
  ).filter((round) => round.length > 1);
}

async function isTaken(
  { checker, inputs }: ServerContext,
  probe: Probe,
  operation: VerifiedOperation,
  round: readonly Bound[],
): Promise<boolean> {
  const what = round.map(({ id }) => id).join(", ");
  let input: CallInput = {};
  try {
    const exchange = await sendChanged(inputs, probe, operation, {
      what,
      async of(base) {
        const free = probe.records.withFreeTexts(operation, base.input);
        const changed = round.reduce(
          (whole, { place, boundary }) => withChange(whole, place, boundary.value),
          free,
        );
        input = withOwnKey(operation, changed, `verify-${what}`);
        const request = await probe.write(operation, input);
        const verdict = request && (await checker.check(operation, request));
        return verdict?.isTaken === true ? request : undefined;
      },
    });
    if (exchange === undefined || !isSuccess(exchange)) return false;
    return validProblems(probe.api, operation, input, exchange).length === 0;
  } catch (error) {
    if (error instanceof Undecided) return false;
    throw error;
  }
}
