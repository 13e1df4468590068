/**
 * The type of a value's JSON, in which each `Date` is a string and each `bigint` is a number up to 2^53.
 * Validators check it and mocks store it.
 * Files stay unchanged.
 */
export type JsonOf<Value> = Value extends Date
  ? string
  : Value extends bigint
    ? number | bigint
    : Value extends { arrayBuffer(): unknown }
      ? Value
      : Value extends object
        ? { [Name in keyof Value]: JsonOf<Value[Name]> }
        : Value;
