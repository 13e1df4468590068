import {
  arrayMember,
  isObject,
  member,
  stringMember,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import {
  declaredLifecycle,
  declaredPlace,
  finalStatuses,
  placeText,
} from "@openapi-packages/description/model/lifecycle";
import type { Classified } from "./classify.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import type { Shape, Shapes } from "./shapes.ts";
import { shownRecords } from "./shown-records.ts";
import type { LifecycleDescriptor } from "@openapi-packages/mock/description";
import { isTimeName } from "./times.ts";
import { plainName, wordList } from "./words.ts";

type Steps = LifecycleDescriptor["steps"];

const statusNames = ["status", "state", "phase", "run_status", "lifecycle_state"];

/** Words for the stages of a lifecycle, the likeliest of each stage first. */
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

/** How long a step lasts, in milliseconds: the first step, and each later one. */
const firstLasts = 500;
const otherLasts = 1500;

/**
 * Returns the lifecycle of a resource's records, from a start through work in progress to success, if
 * an operation creates records and they have a status. A declared `x-lifecycle` takes precedence over
 * one inferred from words.
 *
 * @param operations the operations of the resource
 * @param all the operations of all resources
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

/** Returns the members that an ended record has in an example and a new one does not. */
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
  // Times are written when they occur, and references to other records are known from the start.
  const entries = Object.entries(ended).filter(
    ([name, value]) =>
      value !== null && isNew(name) && !isTimeName(name) && !/_ids?$/.test(plainName(name)),
  );
  return Object.fromEntries(entries);
}

/** Finds the event stream of one record, at a path below the record's own. */
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

/**
 * Finds the status of a record: the member that the record's `x-lifecycle` names, else a member with an
 * `x-lifecycle` of its own, else one with a usual name.
 */
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

/**
 * Makes a step for each stage that has a word among the values; `undefined` without an end, or without
 * anything before it.
 */
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
 * True if new records are at a step before the last, as the examples of their creation show. Without
 * examples, the word of the first step must mean a start.
 */
function isStart(steps: Steps, shown: readonly (string | undefined)[]): boolean {
  const seen = shown.filter((status) => status !== undefined);
  const [first] = steps;
  if (seen.length === 0) return first !== undefined && starts.includes(plainName(first.value));
  return seen.some((status) => steps.slice(0, -1).some(({ value }) => value === status));
}
