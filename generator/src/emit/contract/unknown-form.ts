/**
 * Thrown and caught by those who lay out declarations: a schema is of a form that is left to
 * openapi-typescript.
 */
export const unknownForm = Symbol("unknown form");
