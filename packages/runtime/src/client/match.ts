/**
 * Any text. As the argument of a type whose enums may grow, it admits values beside the known ones, which editors
 * still propose: `AssistantRun<Open>`.
 */
export type Open = string & {};

/** The literal values of a union, without plain `string` and `number` and without patterns of texts. */
export type KnownValue<Value> = Value extends string
  ? {} extends Readonly<Record<Value, 1>>
    ? never
    : Value
  : Value extends number
    ? number extends Value
      ? never
      : Value
    : never;

/** A handler for each known value, and `unknown` for values that later versions of the description add. */
export type MatchHandlers<Value extends string | number> = {
  readonly [Known in KnownValue<Value>]: (value: Known) => unknown;
} & {
  readonly unknown: (value: Value) => unknown;
};

/** Rejects handlers for values that the union does not contain. */
type Needless<Value extends string | number, Handlers> = {
  readonly [Name in Exclude<keyof Handlers, KnownValue<Value> | "unknown">]: never;
};

/**
 * Calls the handler for the value of an enum. The compiler demands a handler for each value in the
 * description, and `unknown` for future ones. `unknown` also handles a value called `unknown`.
 *
 * @returns what the handler returns.
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
