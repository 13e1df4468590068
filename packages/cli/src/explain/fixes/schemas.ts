import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import { inOperation, inSchemas, type Fix } from "../fix.ts";

/** Schemas and their values. */
export const schemaFixes = {
  "schema-type-unknown": {
    fix: "Write one of `null`, `boolean`, `object`, `array`, `number`, `string` and `integer`; a special kind of string or number belongs in `format`. To allow any value, leave `type` out.",
    example: inSchemas("Born: { type: date }", "Born: { type: string, format: date }"),
  },
  "keyword-ignored": {
    fix: "Give the keyword a value that JSON Schema 2020-12 allows.",
    example: inSchemas(
      `Name: { type: string, maxLength: "50" }`,
      "Name: { type: string, maxLength: 50 }",
    ),
  },
  "keyword-unknown": {
    fix: "Correct its spelling or remove it. An extension starts with `x-`.",
    example: inSchemas(
      `
Pet:
  type: object
  propertees: { name: { type: string } }`,
      `
Pet:
  type: object
  properties: { name: { type: string } }`,
    ),
  },
  "keyword-widened": {
    fix: "No change is needed: validators check the keyword. A type can express `patternProperties` if the pattern starts with fixed text, and `additionalProperties` if the named members have its type too.",
    example: inSchemas(
      `
Counts: { type: object, patternProperties: { "^[a-z]+$": { type: integer } } }`,
      `
Counts: { type: object, additionalProperties: { type: integer } }`,
    ),
  },
  "required-misplaced": {
    fix: "List the names of the required properties in `required` of the schema that has them.",
    example: inSchemas(
      `
Pet:
  type: object
  properties: { name: { type: string, required: true } }`,
      `
Pet:
  type: object
  required: [name]
  properties: { name: { type: string } }`,
    ),
  },
  "enum-empty": {
    fix: "List the values, or remove `enum` to allow any value of the type.",
    example: inSchemas(
      "Status: { type: string, enum: [] }",
      "Status: { type: string, enum: [waiting, done] }",
    ),
  },
  "enum-invalid": {
    fix: "Write values of the type, or correct `type`. Put strings that look like numbers in quotes.",
    example: inSchemas(
      "Version: { type: string, enum: [1, 2] }",
      `Version: { type: string, enum: ["1", "2"] }`,
    ),
  },
  "default-invalid": {
    fix: "Write a default that matches the schema, or correct the schema.",
    example: inOperation(
      `
parameters:
  - { name: limit, in: query, schema: { type: integer, default: "10" } }`,
      `
parameters:
  - { name: limit, in: query, schema: { type: integer, default: 10 } }`,
    ),
  },
  "pattern-ignored": {
    fix: "Write the pattern in ECMAScript syntax: without flags such as `(?i)`, and with every bracket closed. In YAML, single quotes keep a backslash as it is.",
    example: inSchemas(
      `
Code: { type: string, pattern: "(?i)[a-z" }`,
      `
Code: { type: string, pattern: "[A-Za-z]" }`,
    ),
  },
  "pattern-legacy": {
    fix: "Write a pattern that is valid with the flag `u`: put a hyphen at the end of its class or escape it, and escape nothing else that needs no backslash.",
    example: inSchemas(
      String.raw`Code: { type: string, pattern: '^[\w-.]+$' }`,
      String.raw`Code: { type: string, pattern: '^[\w.\-]+$' }`,
    ),
  },
  "pattern-slow": {
    fix: "Start with `^`, and do not put a repetition next to or inside another one of the same characters. Or limit the string with `maxLength`.",
    example: inSchemas(
      "Code: { type: string, pattern: ^(a|aa)+$ }",
      "Code: { type: string, pattern: ^a+$ }",
    ),
  },
  "schema-slow": {
    fix: "Distinguish the alternatives by a required member with `const` or `enum`, or by a `discriminator`.",
    example: inSchemas(
      `
Tree:
  anyOf:
    - { type: object, properties: { left: { $ref: "#/components/schemas/Tree" } } }
    - { type: object, properties: { left: { $ref: "#/components/schemas/Tree" } } }`,
      `
Tree:
  anyOf:
    - type: object
      required: [kind]
      properties: { kind: { const: node }, left: { $ref: "#/components/schemas/Tree" } }
    - type: object
      required: [kind]
      properties: { kind: { const: root }, left: { $ref: "#/components/schemas/Tree" } }`,
    ),
  },
  "conversion-ambiguous": {
    fix: "Give the parts the same `format`, or distinguish the alternatives by a required member with different values.",
    example: inOperation(
      `
responses:
  "200":
    description: A user or a star.
    content:
      application/json:
        schema:
          anyOf:
            - type: object
              required: [name]
              properties: { name: { type: string }, at: { type: string } }
            - type: object
              required: [user]
              properties: { user: { type: string }, at: { type: string, format: date-time } }`,
      `
responses:
  "200":
    description: A user or a star.
    content:
      application/json:
        schema:
          anyOf:
            - type: object
              required: [name]
              properties: { name: { type: string }, at: { type: string, format: date-time } }
            - type: object
              required: [user]
              properties: { user: { type: string }, at: { type: string, format: date-time } }`,
    ),
  },
  "too-deep": {
    fix: "Look for a chain of references or a list of alternatives with thousands of members, and split it. A schema that refers to itself is fine.",
  },
} as const satisfies Partial<Record<DiagnosticCode, Fix>>;
