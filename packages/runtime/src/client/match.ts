/** The values of a union that are known by name: those that are not just any text or number. */
export type KnownValue<Value> = Value extends string
  ? string extends Value
    ? never
    : Value
  : Value extends number
    ? number extends Value
      ? never
      : Value
    : never;

/** A handler for each known value, and one for those that later versions of the description bring. */
export type MatchHandlers<Value extends string | number> = {
  readonly [Known in KnownValue<Value>]: (value: Known) => unknown;
} & {
  readonly unknown: (value: Value) => unknown;
};

/** Handlers for values that the union does not have. */
type Needless<Value extends string | number, Handlers> = {
  readonly [Name in Exclude<keyof Handlers, KnownValue<Value> | "unknown">]: never;
};

/**
 * Chooses by the value of an enum. The compiler demands a handler for each value that the description
 * has, and `unknown` for those that it may have one day; a value called `unknown` is handled there
 * too.
 *
 * @returns what the handler returns
 */
export function match<
  Value extends string | number,
  Handlers extends MatchHandlers<Value> & Needless<Value, Handlers>,
>(
  value: Value,
  handlers: Handlers & MatchHandlers<Value>,
): ReturnType<Extract<Handlers[keyof Handlers], (value: never) => unknown>> {
  const byName = handlers as unknown as Readonly<Record<string, (one: Value) => never>>;
  const handler = Object.hasOwn(byName, String(value)) ? byName[String(value)] : undefined;
  return (handler ?? handlers.unknown)(value) as never;
}
