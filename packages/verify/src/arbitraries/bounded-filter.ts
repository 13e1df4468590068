import * as fc from "fast-check";

interface Context {
  /** The context of the filtered arbitrary; `undefined` for the fallback. */
  readonly inner: unknown;
  readonly isFallback: boolean;
}

/**
 * Filters an arbitrary with a bounded number of tries, then uses the fallback. It shrinks only to
 * values that pass.
 */
class BoundedFilter<Value> extends fc.Arbitrary<Value> {
  readonly #values: fc.Arbitrary<Value>;
  readonly #holds: (value: Value) => boolean;
  readonly #fallback: Value;
  readonly #mostTries: number;

  constructor(
    values: fc.Arbitrary<Value>,
    holds: (value: Value) => boolean,
    fallback: Value,
    mostTries: number,
  ) {
    super();
    this.#mostTries = mostTries;
    this.#values = values;
    this.#holds = holds;
    this.#fallback = fallback;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Value> {
    for (let tries = 0; tries < this.#mostTries; tries += 1) {
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
 * Returns the values of an arbitrary that pass a test. Unlike `filter` it ends even if hardly any value
 * passes.
 *
 * @param fallback a value that passes
 * @param mostTries how many values are generated before the fallback is used. Default: 24.
 */
export const holding = <Value>(
  values: fc.Arbitrary<Value>,
  holds: (value: Value) => boolean,
  fallback: Value,
  mostTries = 24,
): fc.Arbitrary<Value> => new BoundedFilter(values, holds, fallback, mostTries);

/** An arbitrary that is made when it is first needed, because a schema may refer to itself. */
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
