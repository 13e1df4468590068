import {
  arrayMember,
  isObject,
  member,
  stringMember,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "../../json.ts";
import {
  declaredLifecycle,
  declaredPlace,
  finalStatuses,
  placeText,
} from "../../model/lifecycle.ts";
import type { Classified } from "./classify.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import type { Shape, Shapes } from "./shapes.ts";
import { shownRecords } from "./shown-records.ts";
import type { LifecycleDescriptor } from "@openapi-packages/mock/description";
import { isTimeName } from "./times.ts";
import { plainName, wordList } from "./words.ts";

type Steps = LifecycleDescriptor["steps"];

const statusNames = ["status", "state", "phase", "run_status", "lifecycle_state"];

/** Words for how far something has come, the likeliest of each stage first. */
const starts = wordList(
  "queued pending created scheduled submitted waiting enqueued requested accepted " +
    "new preparing",
);
const middles = wordList(
  "running in_progress processing executing deploying building working provisioning " +
    "creating validating finalizing starting started",
);
const ends = wordList(
  "succeeded success successful completed complete done finished ready deployed " +
    "processed active available online ok",
);
const cancellations = ["cancelled", "canceled", "aborted", "stopped", "terminated"];

/** Milliseconds that a step lasts: the first one, and those after it. */
const firstLasts = 500;
const otherLasts = 1500;

/**
 * The lifecycle of a resource's records: from a start by way of something that goes on to a good end,
 * where an operation creates records and its answer has their state. The description's own
 * (`x-lifecycle`) comes before one that follows from words.
 *
 * @param operations what is done with the resource
 * @param all what is done with any
 */
export function lifecycleOf(
  draft: ResourceDraft,
  operations: readonly Classified[],
  all: readonly Classified[],
  shapes: Shapes,
): LifecycleDescriptor | undefined {
  const creating = operations.flatMap(({ operation, view }) =>
    operation.kind === "create" && operation.at !== undefined
      ? [{ given: operation.given ?? [], shown: valueAt(view.example, operation.at) }]
      : [],
  );
  const found = creating.length === 0 ? undefined : statusMember(draft, shapes);
  if (found === undefined) return undefined;
  const { place, shape } = found;
  const name = place[0] ?? "";
  const values = (shape.values ?? []).filter((value) => typeof value === "string");
  const declared = declaredSteps(shape.lifecycle);
  const steps = declared ?? stepsOf(values);
  if (steps === undefined) return undefined;
  const pointer = toPointer(place);
  const statuses = creating
    .map(({ shown }) => valueAt(shown, pointer))
    .filter((status) => typeof status === "string");
  const isGiven = creating.some(({ given }) => given.includes(name));
  if (declared === undefined && (isGiven || !isStart(steps, statuses))) return undefined;
  const cancelled = stringMember(shape.lifecycle, "cancelled") ?? firstOf(values, cancellations);
  const last = steps.at(-1)?.value ?? "";
  const failed = declaredLifecycle(shape.lifecycle)?.failed ?? [];
  const events = eventsBelow(draft, all);
  return {
    member: placeText(place),
    steps,
    terminal: finalStatuses({ steps: [last], cancelled, failed }, values),
    ...(cancelled === undefined ? {} : { cancelled }),
    result: resultOf(operations, creating, pointer, last),
    ...(events === undefined ? {} : { events }),
  };
}

/** The members of an ended record in an example that one just created has not. */
function resultOf(
  operations: readonly Classified[],
  creating: readonly { readonly given: readonly string[]; readonly shown: Json | undefined }[],
  status: string,
  last: string,
): JsonObject {
  const ended = operations
    .flatMap(({ operation, view }) =>
      shownRecords(operation, view.example).map(({ value }) => value),
    )
    .find((record) => valueAt(record, status) === last);
  const created = creating.map(({ shown }) => shown).filter((shown) => shown !== undefined);
  if (ended === undefined || created.length === 0) return {};
  const isNew = (name: string): boolean =>
    created.every((shown) => (member(shown, name) ?? null) === null) &&
    creating.every(({ given }) => !given.includes(name));
  // Times are written when they come, and what it is below it is from the beginning.
  const entries = Object.entries(ended).filter(
    ([name, value]) =>
      value !== null && isNew(name) && !isTimeName(name) && !/_ids?$/.test(plainName(name)),
  );
  return Object.fromEntries(entries);
}

/** The stream of what happens to one record, at a path below its own. */
function eventsBelow(
  { items }: ResourceDraft,
  all: readonly Classified[],
): LifecycleDescriptor["events"] {
  const stream = all.find(
    ({ view, operation }) =>
      operation.kind === "stream" &&
      [...items.keys()].some((item) => view.skeleton.startsWith(`${item}/`)),
  );
  return stream && { operationId: stream.view.operation.id, resource: stream.draft.name };
}

/** The status of a record: where the record says, else its member with a declared lifecycle, else with such a name. */
function statusMember(
  { shape }: ResourceDraft,
  shapes: Shapes,
): { readonly place: readonly string[]; readonly shape: Shape } | undefined {
  const place = declaredPlace(shape.lifecycle);
  if (place !== undefined) {
    const at = place.reduce((one, name) => shapes.of(one.properties.get(name)), shape);
    return at.values === undefined ? undefined : { place, shape: at };
  }
  const statuses = [...shape.properties].flatMap(([name, schema]) => {
    const own = shapes.of(schema);
    return own.values === undefined ? [] : [{ place: [name], shape: own }];
  });
  const declared = statuses.find((one) => declaredLifecycle(one.shape.lifecycle) !== undefined);
  const named = (wanted: string) => statuses.find((one) => plainName(one.place.join()) === wanted);
  return declared ?? statusNames.map(named).find((one) => one !== undefined);
}

function declaredSteps(lifecycle: Json | undefined): Steps | undefined {
  const declared = arrayMember(lifecycle, "steps");
  const steps = declared.flatMap((step, index) => {
    const value = typeof step === "string" ? step : stringMember(step, "value");
    if (value === undefined) return [];
    const lasts = isObject(step) ? member(step, "lasts") : undefined;
    if (index === declared.length - 1) return [{ value }];
    const usual = index === 0 ? firstLasts : otherLasts;
    return [{ value, lasts: typeof lasts === "number" ? lasts : usual }];
  });
  return steps.length === 0 ? undefined : steps;
}

/** One step of each stage that the values have a word for; there must be an end, and something before it. */
function stepsOf(values: readonly string[]): Steps | undefined {
  const start = firstOf(values, starts);
  const middle = firstOf(values, middles);
  const end = firstOf(values, ends);
  if (end === undefined || (start === undefined && middle === undefined)) return undefined;
  return [
    ...(start === undefined ? [] : [{ value: start, lasts: firstLasts }]),
    ...(middle === undefined ? [] : [{ value: middle, lasts: otherLasts }]),
    { value: end },
  ];
}

function firstOf(values: readonly string[], words: readonly string[]): string | undefined {
  const byWord = new Map(values.map((value) => [plainName(value), value]));
  return words.map((word) => byWord.get(word)).find((value) => value !== undefined);
}

/**
 * True if records begin with the first step: as examples of their creation show it or, where there
 * are none, as the word says.
 */
function isStart(steps: Steps, shown: readonly (string | undefined)[]): boolean {
  const seen = shown.filter((status) => status !== undefined);
  const [first] = steps;
  if (seen.length === 0) return first !== undefined && starts.includes(plainName(first.value));
  return seen.some((status) => steps.slice(0, -1).some(({ value }) => value === status));
}
