/** The verdict that each letter in the tables of changes means. */
export const verdicts = { B: "breaking", C: "compatible", "-": "none" } as const;

/** A letter for one verdict. */
export type Letter = keyof typeof verdicts;

/** The verdicts for compiling callers, running callers and handlers, in this order: `BBC`. */
export type Letters = `${Letter}${Letter}${Letter}`;

/** A kind of change of values, with its verdicts in requests and in responses. */
export interface ValueKind {
  readonly what: string;
  readonly request: Letters;
  readonly response: Letters;
}

/**
 * Changes of the values that a schema allows. Requests are contravariant and responses covariant: if more values are
 * allowed, readers have to expect them; if fewer are, writers may send values that are refused. Code that names a removed
 * property or value no longer compiles. A new enum value in a response breaks compilation because `match()` requires a
 * case for each documented value, although the types of open enums already admit unknown ones.
 */
export const valueKinds = {
  "property-added": {
    what: "an optional property was added",
    request: "CCC",
    response: "CCC",
  },
  "required-property-added": {
    what: "a required property was added",
    request: "BBC",
    response: "CCB",
  },
  "property-removed": { what: "an optional property is gone", request: "BBB", response: "BCB" },
  "required-property-removed": {
    what: "a required property is gone",
    request: "BBB",
    response: "BBB",
  },
  "property-renamed": { what: "a property has another name", request: "BBB", response: "BBB" },
  "property-became-required": {
    what: "a property is required now",
    request: "BBC",
    response: "CCB",
  },
  "property-became-optional": {
    what: "a property is no longer required",
    request: "CCB",
    response: "BBC",
  },
  "property-deprecated": {
    what: "a property or value is deprecated",
    request: "C--",
    response: "C--",
  },
  "type-changed": { what: "values are of another type", request: "BBB", response: "BBB" },
  "type-narrowed": { what: "fewer types are allowed", request: "BBC", response: "CCB" },
  "type-widened": { what: "more types are allowed", request: "CCB", response: "BBC" },
  "number-became-integer": {
    what: "a number is an integer now",
    request: "-BC",
    response: "-CB",
  },
  "integer-became-number": {
    what: "an integer may be any number now",
    request: "-CB",
    response: "-BC",
  },
  "nullable-added": { what: "null is allowed", request: "CCB", response: "BBC" },
  "nullable-removed": { what: "null is no longer allowed", request: "BBC", response: "CCB" },
  "enum-value-added": { what: "an enum has another value", request: "CCB", response: "BBC" },
  "enum-value-removed": { what: "a value of an enum is gone", request: "BBB", response: "BCB" },
  "enum-added": { what: "an enum was added", request: "BBC", response: "CCB" },
  "enum-removed": {
    what: "an enum is gone: any value is allowed",
    request: "CCB",
    response: "BBC",
  },
  "bound-tightened": {
    what: "a bound allows fewer values, or a check of values was added",
    request: "-BC",
    response: "-CB",
  },
  "bound-loosened": {
    what: "a bound allows more values, or a check of values is gone",
    request: "-CB",
    response: "-BC",
  },
  "pattern-changed": {
    what: "a pattern, format or multipleOf changed",
    request: "-BB",
    response: "-BB",
  },
  "format-note-changed": {
    what: "a format that no validator checks changed",
    request: "-CC",
    response: "-CC",
  },
  "binary-changed": {
    what: "a value is binary now, or no longer",
    request: "BBB",
    response: "BBB",
  },
  "condition-changed": {
    what: "a keyword such as not, if, contains or patternProperties changed",
    request: "BBB",
    response: "BBB",
  },
  "additional-refused": {
    what: "unnamed properties are refused now",
    request: "-BC",
    response: "-CB",
  },
  "additional-allowed": {
    what: "unnamed properties are allowed now",
    request: "CCC",
    response: "CCC",
  },
  "additional-typed": {
    what: "the values of unnamed properties have a type now",
    request: "BBC",
    response: "CCB",
  },
  "additional-untyped": {
    what: "the values of unnamed properties no longer have a type",
    request: "CCB",
    response: "BBC",
  },
  "additional-unstated": {
    what: "the schema no longer mentions unnamed properties, so types do not have them",
    request: "B--",
    response: "B--",
  },
  "alternative-added": {
    what: "oneOf or anyOf has another alternative",
    request: "CCB",
    response: "BBC",
  },
  "alternative-removed": {
    what: "an alternative of oneOf or anyOf is gone",
    request: "BBB",
    response: "BCB",
  },
  "alternatives-changed": {
    what: "alternatives are combined in another way",
    request: "BBB",
    response: "BBB",
  },
  "discriminator-changed": {
    what: "alternatives are distinguished by another property, or by another value of it",
    request: "BBB",
    response: "BBB",
  },
  "default-added": { what: "a default was added", request: "CCC", response: "---" },
  "default-removed": { what: "a default is gone", request: "CBB", response: "---" },
  "default-changed": { what: "a default changed", request: "-BC", response: "---" },
} as const satisfies Readonly<Record<string, ValueKind>>;
