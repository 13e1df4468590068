import * as fc from "fast-check";

/** How often a value is made before the fallback is taken. */
const mostTries = 24;

interface Context {
  /** Of the value that was made; `undefined` of the fallback. */
  readonly inner: unknown;
  readonly isFallback: boolean;
}

/** Values of an arbitrary that hold, tried a bounded number of times; then the fallback. All that they shrink to holds. */
class BoundedFilter<Value> extends fc.Arbitrary<Value> {
  readonly #values: fc.Arbitrary<Value>;
  readonly #holds: (value: Value) => boolean;
  readonly #fallback: Value;

  constructor(values: fc.Arbitrary<Value>, holds: (value: Value) => boolean, fallback: Value) {
    super();
    this.#values = values;
    this.#holds = holds;
    this.#fallback = fallback;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Value> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const made = this.#values.generate(random, bias);
      if (this.#holds(made.value)) return this.#value(made);
    }
    const context: Context = { inner: undefined, isFallback: true };
    return new fc.Value(this.#fallback, context);
  }

  override canShrinkWithoutContext(_value: unknown): _value is Value {
    return false;
  }

  override shrink(value: Value, context: unknown): fc.Stream<fc.Value<Value>> {
    const { inner, isFallback } = (context ?? { isFallback: true }) as Context;
    if (isFallback) return fc.Stream.nil();
    return this.#values
      .shrink(value, inner)
      .filter((one) => this.#holds(one.value))
      .map((one) => this.#value(one));
  }

  #value({ value, context }: fc.Value<Value>): fc.Value<Value> {
    const own: Context = { inner: context, isFallback: false };
    return new fc.Value(value, own);
  }
}

/**
 * The values of an arbitrary that hold. Unlike `filter` it ends where hardly any does.
 *
 * @param fallback a value that holds
 */
export const holding = <Value>(
  values: fc.Arbitrary<Value>,
  holds: (value: Value) => boolean,
  fallback: Value,
): fc.Arbitrary<Value> => new BoundedFilter(values, holds, fallback);

/** An arbitrary that is made when it is first needed: schemas lead back to themselves. */
class LazyArbitrary<Value> extends fc.Arbitrary<Value> {
  readonly #make: () => fc.Arbitrary<Value>;
  #made: fc.Arbitrary<Value> | undefined;

  constructor(make: () => fc.Arbitrary<Value>) {
    super();
    this.#make = make;
  }

  get #values(): fc.Arbitrary<Value> {
    return (this.#made ??= this.#make());
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Value> {
    return this.#values.generate(random, bias);
  }

  override canShrinkWithoutContext(value: unknown): value is Value {
    return this.#values.canShrinkWithoutContext(value);
  }

  override shrink(value: Value, context: unknown): fc.Stream<fc.Value<Value>> {
    return this.#values.shrink(value, context);
  }
}

/** An arbitrary that is made when it is first needed. */
export const lazy = <Value>(make: () => fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  new LazyArbitrary(make);
