import { isObject } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import { systemClock } from "./clock.ts";
import type { MockDescription } from "./description.ts";
import { examplesOf } from "./examples-of.ts";
import type { Snapshot } from "./snapshot.ts";
import type { OperationPlan } from "./state/plan.ts";
import { tokensOf, valueAt } from "./state/pointers.ts";
import { keyOf, typedLike } from "./state/record.ts";
import { Resources } from "./state/resources.ts";
import { takeSnapshot } from "./state/snapshots.ts";

/** A success of an operation that a service gave. */
export interface ObservedAnswer {
  readonly operationId: string;
  /** The path parameters of its request, decoded. */
  readonly path: { readonly [parameter: string]: string };
  /** Its JSON; `undefined` without a body. */
  readonly body: unknown;
}

/** The number of records that {@link snapshotOf} finds in an answer, or the reason why there are none. */
export type Observation = number | "no-record" | "no-key";

/**
 * Returns the records that a service has shown in its answers, as the start of a mock: `createMock({ start })`. Of several
 * answers with a record the last one wins, member by member, since lists often show fewer; a record that an answer
 * deleted is gone.
 *
 * @param answers in the order in which they were given
 * @returns the snapshot, and what was found in each of the answers
 */
export function snapshotOf(
  description: MockDescription,
  answers: readonly ObservedAnswer[],
): { readonly snapshot: Snapshot; readonly observations: readonly Observation[] } {
  const state = description.state ?? { resources: {}, operations: {} };
  const mocks = new Map(description.operations.map((one) => [one.operation.operationId, one]));
  const resources = new Resources(description, state, {
    seed: 0,
    clock: systemClock,
    start: "empty",
    isOn: () => true,
    examplesOf: (id) => [mocks.get(id) ?? []].flat().flatMap(examplesOf),
    validatorsOf: (id) => mocks.get(id)?.validators ?? {},
  });
  resources.clear();
  const observations = answers.map((answer): Observation => {
    const plan = resources.planOf(answer.operationId);
    return plan === undefined ? "no-record" : observe(resources, plan, answer);
  });
  return { snapshot: takeSnapshot(resources, {}), observations };
}

function observe(resources: Resources, plan: OperationPlan, answer: ObservedAnswer): Observation {
  const { kind, at } = plan.state;
  const { path, body } = answer;
  const scope = plan.scopeIn({ path });
  if (kind === "delete") {
    const record = plan.store.find(plan.keyIn({ path }), plan.parents, scope);
    if (record !== undefined) resources.remove(record);
    return "no-record";
  }
  if (at === undefined || kind === "stream" || kind === "sign" || kind === "below")
    return "no-record";
  const shown = [valueAt(body, tokensOf(at))].flat().filter(isObject);
  if (shown.length === 0) return "no-record";
  const stored = shown.filter((value) => store(resources, plan, { path, value }));
  return stored.length === 0 ? "no-key" : stored.length;
}

/** @returns false if nothing says the key of the record */
function store(
  resources: Resources,
  plan: OperationPlan,
  { path, value }: { readonly path: ObservedAnswer["path"]; readonly value: JsonObject },
): boolean {
  const { store: own, item } = plan;
  const { key: member } = own.descriptor;
  const scope = plan.scopeIn({ path });
  const places =
    item === undefined || member !== undefined
      ? scope
      : { ...scope, [item.parameter]: plan.keyIn({ path }) };
  const example = member === undefined ? undefined : resources.patternOf(own)[member];
  const known =
    member === undefined || item === undefined || Object.hasOwn(value, member)
      ? value
      : { ...value, [member]: typedLike(plan.keyIn({ path }), example) };
  const key = keyOf(own.descriptor, known, places);
  if (key === undefined) return false;
  const existing = own.find(key, plan.parents, scope);
  if (existing === undefined) resources.add({ store: own, key, scope: places, value: known });
  else resources.change(existing, { ...existing.value, ...known });
  return true;
}
