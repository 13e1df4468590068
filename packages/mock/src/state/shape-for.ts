import { setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import { absent, firstAccepted } from "./draft.ts";
import type { Choices, Judge, Accepted } from "./draft.ts";
import { choicesOf, sourcesOf } from "./drafts.ts";
import type { Draft, RequestShape } from "./request-shape.ts";
import type { OperationPlan } from "./plan.ts";
import type { Resources } from "./resources.ts";

/** The most stored shapes of an operation. */
const mostShapes = 32;

/** Returns the shape of new records from requests with the members of `taken`. */
export function shapeFor(
  resources: Resources,
  plan: OperationPlan,
  pattern: JsonObject,
  taken: JsonObject,
): RequestShape {
  const names = Object.keys(taken);
  const { shapes, store } = plan;
  const known = shapes.find((one) => one.pattern === pattern && isSame(one.names, names));
  if (known !== undefined) return known;
  const sources = sourcesOf(resources, plan, pattern, names);
  const { given = [] } = resources.relations.of(store.name);
  const made: RequestShape = {
    names,
    pattern,
    sources,
    moving: [...sources].filter(([, { isMoving }]) => isMoving),
    open: given.filter((name) => !Object.hasOwn(taken, name)),
    template: undefined,
  };
  shapes.push(made);
  if (shapes.length > mostShapes) shapes.shift();
  return made;
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name, index) => name === others[index]);
}

/**
 * Returns the value of a new record. Everything but the differing values is computed once for each shape. The
 * validator checks every value.
 */
export function newValue(
  plan: OperationPlan,
  shape: RequestShape,
  draft: Draft,
  refusedIn: Judge,
): JsonObject {
  const like = shape.template && likeTemplate(shape.template, shape, draft);
  const refused = like && refusedIn(like);
  if (like !== undefined && refused === undefined) return like;
  const choices = choicesOf(shape.sources, draft);
  const starts = new Map(shape.open.map((name) => [name, startOf(plan, choices, name)]));
  const accepted = firstAccepted(choices, refusedIn, starts, refused);
  if (accepted.isAccepted) learn(plan, shape, accepted);
  return accepted.value;
}

/** Returns the index of the first choice to try. There may be fewer choices than when it was learned. */
function startOf({ learned }: OperationPlan, choices: Choices, name: string): number {
  return Math.min(learned.get(name) ?? 0, (choices.get(name)?.length ?? 1) - 1);
}

/** Fills in the differing values of a template; `undefined` if the members would change. */
function likeTemplate(
  template: JsonObject,
  { moving }: RequestShape,
  draft: Draft,
): JsonObject | undefined {
  const value = { ...template };
  for (const [name, { wanted }] of moving) {
    const own = wanted(draft);
    const isThere = own !== absent && own !== undefined;
    if (isThere !== Object.hasOwn(template, name)) return undefined;
    if (isThere) setMember(value, name, own);
  }
  return value;
}

function learn(plan: OperationPlan, shape: RequestShape, { value, at }: Accepted): void {
  let isNew = false;
  for (const name of shape.open) {
    const index = at.get(name) ?? 0;
    isNew ||= index !== (plan.learned.get(name) ?? 0);
    plan.learned.set(name, index);
  }
  // Templates contain the earlier results.
  if (isNew) for (const one of plan.shapes) one.template = undefined;
  // Only learned choices may differ from the preferred ones in a template.
  const isLearned = (name: string): boolean =>
    shape.open.includes(name) !== (shape.sources.get(name)?.isMoving === true);
  if (![...at].every(([name, index]) => index === 0 || isLearned(name))) return;
  shape.template = { ...value };
  // The values of this request must not appear in the next one.
  for (const [name] of shape.moving)
    if (Object.hasOwn(value, name)) setMember(shape.template, name, null);
}
