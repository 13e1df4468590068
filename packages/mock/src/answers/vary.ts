import type { Validator, ValidatorError } from "@openapi-packages/runtime";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer } from "@openapi-packages/runtime/server";
import type { Random } from "../random.ts";
import { streamOf, StreamItems } from "../stream-of.ts";
import { equal } from "@openapi-packages/runtime/internals";
import { VariationPlan } from "./variation.ts";
import type { Place, Variation } from "./variation.ts";

/** The most times that one answer is validated. */
const mostChecks = 200;

/**
 * Creates another answer with the same schema: texts, numbers, dates and lists are replaced by others of their
 * kind. Relations stay intact: equal identifiers stay equal, dates keep their order, counts match. A change
 * that the validator rejects is reverted, so that a valid answer stays valid. The answer itself is not changed.
 *
 * @param validator that of the body, or of an item of a stream. Default: everything is valid.
 */
export function varied(
  answer: Answer<AnyResult>,
  validator: Validator | undefined,
  random: Random,
): Answer<AnyResult> {
  const { body, headers } = answer;
  if (typeof body !== "object" || body === null) return answer;
  const seed = random.below(2 ** 32);
  const withIds = new VariationPlan(
    seed,
    body instanceof StreamItems ? body.items : body,
    new Set(),
  );
  const named = Object.entries(headers ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? withIds.withIdentifiers(value) : value,
  ]);
  const made = variedBody(body, validator, seed);
  return { ...answer, ...(headers ? { headers: Object.fromEntries(named) } : {}), body: made };
}

function variedBody(body: object, validator: Validator | undefined, seed: number): unknown {
  const check = new Checks(validator);
  if (body instanceof StreamItems) {
    const items: readonly unknown[] = body.items;
    const made = items.map((item, index) => variedValue(item, check, seed, { items, index }));
    return streamOf(made);
  }
  const prototype: unknown = Object.getPrototypeOf(body);
  const isJson = Array.isArray(body) || prototype === Object.prototype || prototype === null;
  return isJson ? variedValue(body, check, seed) : body;
}

/** A validator that can be called a limited number of times. */
class Checks {
  readonly #validator: Validator | undefined;
  #left = mostChecks;

  constructor(validator: Validator | undefined) {
    this.#validator = validator;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Returns the errors of a value; `undefined` if it is valid. */
  errorsOf(value: unknown): readonly ValidatorError[] | undefined {
    this.#left -= 1;
    if (this.#validator === undefined || this.#validator(value)) return undefined;
    return this.#validator.errors ?? [];
  }
}

interface StreamPlace {
  readonly items: readonly unknown[];
  readonly index: number;
}

function variedValue(value: unknown, check: Checks, seed: number, stream?: StreamPlace): unknown {
  const fixedLists = new Set<string>();
  const pointer = stream ? `/${stream.index}` : "";
  for (let attempt = 0; attempt < 5 && !check.isSpent; attempt += 1) {
    const plan = new VariationPlan(seed, stream?.items ?? value, fixedLists);
    const variation = plan.plan(value, pointer);
    const repair = new Repair(variation, check);
    const errors = repair.run();
    if (errors === undefined) return variation.root.value;
    // The remaining errors come from the lengths of lists.
    const before = fixedLists.size;
    for (const { instancePath } of errors) {
      const original = variation.lists.get(instancePath);
      if (original !== undefined) fixedLists.add(original);
    }
    if (fixedLists.size === before)
      for (const list of variation.lists.values()) fixedLists.add(list);
    if (fixedLists.size === before) break;
  }
  return value;
}

/** Reverts the changes of a variation that the validator rejects. */
class Repair {
  readonly #variation: Variation;
  readonly #check: Checks;
  /** The changed groups, and those among them whose value was chosen from the validator's own list. */
  readonly #on = new Set<string>();
  readonly #chosen = new Set<string>();
  /** The reverted groups that may get yet another value. */
  readonly #again: string[] = [];
  readonly #groupAt = new Map<string, string>();

  constructor(variation: Variation, check: Checks) {
    this.#variation = variation;
    this.#check = check;
    for (const [group, places] of variation.groups) {
      for (const { pointer } of places) this.#groupAt.set(pointer, group);
      this.#vary(group, 0);
    }
  }

  /** @returns the errors that remain after all changes are reverted; `undefined` if there are none. */
  run(): readonly ValidatorError[] | undefined {
    let errors = this.#errors();
    while (errors !== undefined) {
      if (this.#check.isSpent || !this.#takeBack(errors)) return errors;
      errors = this.#errors();
    }
    for (const group of this.#again) {
      for (let attempt = 1; attempt < 3 && !this.#check.isSpent; attempt += 1) {
        this.#vary(group, attempt);
        if (this.#errors() === undefined) break;
        this.#restore(group);
      }
    }
    return undefined;
  }

  #errors(): readonly ValidatorError[] | undefined {
    return this.#check.errorsOf(this.#variation.root.value);
  }

  /** @returns true if something was reverted. */
  #takeBack(errors: readonly ValidatorError[]): boolean {
    let isChanged = false;
    for (const error of errors) {
      const group = this.#groupAt.get(error.instancePath);
      if (group === undefined || !this.#on.has(group)) continue;
      isChanged = true;
      if (!this.#choose(group, error)) this.#refuse(group, error);
    }
    if (isChanged) return true;
    const deepest = errors.toSorted((left, right) => depth(right) - depth(left));
    return deepest.some(({ instancePath }) => this.#refuseBelow(instancePath));
  }

  /** Uses one of the allowed values in the error, if it has any. */
  #choose(group: string, { params }: ValidatorError): boolean {
    const allowed = params?.["allowedValues"];
    if (!Array.isArray(allowed) || this.#chosen.has(group)) return false;
    this.#chosen.add(group);
    for (const { old, set } of this.#places(group)) {
      const others = allowed.filter((one) => !equal(one, old));
      set(others[indexIn(others, group)] ?? old);
    }
    return true;
  }

  #refuse(group: string, { keyword }: ValidatorError): void {
    this.#restore(group);
    if (keyword !== "enum" && keyword !== "const" && group !== "dates") this.#again.push(group);
  }

  #refuseBelow(pointer: string): boolean {
    const before = this.#on.size;
    for (const [place, group] of this.#groupAt) {
      if (!place.startsWith(`${pointer}/`) || !this.#on.has(group)) continue;
      this.#restore(group);
      this.#again.push(group);
    }
    return this.#on.size < before;
  }

  #vary(group: string, attempt: number): void {
    this.#on.add(group);
    for (const { set, make } of this.#places(group)) set(make(attempt));
  }

  #restore(group: string): void {
    this.#on.delete(group);
    for (const { set, old } of this.#places(group)) set(old);
  }

  #places(group: string): readonly Place[] {
    return this.#variation.groups.get(group) ?? [];
  }
}

const depth = ({ instancePath }: ValidatorError): number => instancePath.split("/").length;

/** Chooses an index of a list by a text. */
function indexIn(list: readonly unknown[], text: string): number {
  return text.length % Math.max(1, list.length);
}
