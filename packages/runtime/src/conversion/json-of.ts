/**
 * The type of a value's JSON, where the value may have instances of `Date` in it: what a validator looks at,
 * and what a mock remembers. Files stay what they are.
 */
export type JsonOf<Value> = Value extends Date
  ? string
  : Value extends { arrayBuffer(): unknown }
    ? Value
    : Value extends object
      ? { [Name in keyof Value]: JsonOf<Value[Name]> }
      : Value;
