import { isObject } from "@openapi-packages/runtime/internals";
import type { Planner, ResourcePlan } from "./planner.ts";
import { randomNumbers } from "./random.ts";
import { SequenceBuilder, type PlannedRecord } from "./sequence-builder.ts";
import type { ModelOperation, Step } from "./step.ts";

/** Chooses the members of an update: all of its example, or as few as possible. */
export type UpdateBody = (call: ModelOperation, isWhole: boolean) => unknown;

/** The number of steps in a random sequence after the first creation. */
const randomLength = 11;

/**
 * Returns the sequences about one resource: a fixed one of changes, a fixed one of deletions, and a random one
 * from the seed.
 */
export function sequencesOf(
  plan: ResourcePlan,
  planner: Planner,
  updateBody: UpdateBody,
  seed: number,
): (readonly Step[])[] {
  const make = (fill: (sequence: Sequence) => void): readonly Step[] => {
    const sequence = new Sequence(plan, new SequenceBuilder(planner), updateBody);
    fill(sequence);
    return sequence.builder.steps;
  };
  const sequences = [make(changes), make((one) => random(one, randomNumbers(seed)))];
  return plan.deletes.length === 0
    ? sequences
    : [make(changes), make(deletions), sequences[1] ?? []];
}

class Sequence {
  readonly plan: ResourcePlan;
  readonly builder: SequenceBuilder;
  readonly #updateBody: UpdateBody;

  constructor(plan: ResourcePlan, builder: SequenceBuilder, updateBody: UpdateBody) {
    this.plan = plan;
    this.builder = builder;
    this.#updateBody = updateBody;
  }

  create(beside?: PlannedRecord): PlannedRecord {
    return this.builder.create(this.plan.creator, beside);
  }

  read(record: PlannedRecord): void {
    for (const call of this.plan.reads) this.builder.about(call, record, this.plan.key);
  }

  list(beside: PlannedRecord): void {
    for (const call of this.plan.lists) this.builder.list(call, beside);
  }

  update(record: PlannedRecord, call: ModelOperation | undefined, isWhole = false): void {
    if (call === undefined) return;
    const body = isObject(call.input.body) ? this.#updateBody(call, isWhole) : call.input.body;
    this.builder.about(call, record, this.plan.key, body);
  }

  delete(record: PlannedRecord): void {
    const [call] = this.plan.deletes;
    if (call !== undefined) this.builder.about(call, record, this.plan.key);
  }

  repeat(record: PlannedRecord): void {
    const { creator } = this.plan;
    if ((creator.state.unique ?? []).length > 0) this.builder.repeat(creator, record);
  }
}

function changes(one: Sequence): void {
  const first = one.create();
  const second = one.create(first);
  one.repeat(second);
  one.read(first);
  one.list(first);
  for (const call of one.plan.updates) {
    one.update(first, call);
    one.read(first);
    one.update(first, call, true);
    one.read(first);
  }
  one.read(second);
  // A record with other parents, which lists must distinguish.
  if (second.above.length > 0) one.create();
  one.list(first);
}

function deletions(one: Sequence): void {
  const first = one.create();
  const second = one.create(first);
  one.delete(second);
  one.read(second);
  one.list(first);
  one.update(second, one.plan.updates[0]);
  const third = one.create(first);
  one.read(first);
  one.read(third);
  one.list(first);
}

function random(one: Sequence, next: () => number): void {
  const records = [one.create()];
  const any = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(next() * items.length)];
  const kinds: readonly (() => void)[] = [
    () => void records.push(one.create(any(records))),
    () => one.read(any(records) ?? one.create()),
    () => one.list(any(records) ?? one.create()),
    () => one.update(any(records) ?? one.create(), any(one.plan.updates), next() < 0.5),
    () => one.read(any(records) ?? one.create()),
    () => (next() < 0.5 ? one.delete(any(records) ?? one.create()) : undefined),
    () => act(one, any(records), any(one.plan.acts)),
  ];
  for (let count = 0; count < randomLength; count += 1) any(kinds)?.();
}

function act(one: Sequence, record: PlannedRecord | undefined, call?: ModelOperation): void {
  if (record !== undefined && call !== undefined) one.builder.about(call, record, one.plan.key);
}
