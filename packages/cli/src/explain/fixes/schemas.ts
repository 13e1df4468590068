import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import { inOperation, inSchemas, type Fix } from "../fix.ts";

/** Schemas and their values. */
export const schemaFixes = {
  "schema-type-unknown": {
    fix: "Write one of `null`, `boolean`, `object`, `array`, `number`, `string` and `integer`; what kind of text or number it is belongs into `format`. For any value leave `type` out.",
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
    fix: "Correct its spelling, remove it, or let it start with `x-` if it is an extension.",
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
    fix: "Nothing has to be done: validators check the keyword. A type can say it of `patternProperties` where the pattern begins with a fixed text, and of `additionalProperties` where the named members are of their type too.",
    example: inSchemas(
      `
Counts: { type: object, patternProperties: { "^[a-z]+$": { type: integer } } }`,
      `
Counts: { type: object, additionalProperties: { type: integer } }`,
    ),
  },
  "required-misplaced": {
    fix: "List the names of required properties in the schema that has the properties.",
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
    fix: "Write values of the type, with quotes around strings that look like numbers, or correct `type`.",
    example: inSchemas(
      "Version: { type: string, enum: [1, 2] }",
      `Version: { type: string, enum: ["1", "2"] }`,
    ),
  },
  "default-invalid": {
    fix: "Write a default that its own schema allows, or correct the schema.",
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
    fix: "Write the pattern in the syntax of ECMAScript: without flags such as `(?i)`, and with every bracket closed. In single quotes, YAML keeps a backslash as it is.",
    example: inSchemas(
      `
Code: { type: string, pattern: "(?i)[a-z" }`,
      `
Code: { type: string, pattern: "[A-Za-z]" }`,
    ),
  },
  "pattern-legacy": {
    fix: "Write it so that it is valid with the flag `u` too: a hyphen at the end of its class or with a backslash, and no backslash before what needs none.",
    example: inSchemas(
      String.raw`Code: { type: string, pattern: '^[\w-.]+$' }`,
      String.raw`Code: { type: string, pattern: '^[\w.\-]+$' }`,
    ),
  },
  "pattern-slow": {
    fix: "Let one text match in one way only: begin with `^`, and put no repetition next to or into another of the same characters. Or say with `maxLength` how long texts are.",
    example: inSchemas(
      "Code: { type: string, pattern: ^(a|aa)+$ }",
      "Code: { type: string, pattern: ^a+$ }",
    ),
  },
  "schema-slow": {
    fix: "Make the alternatives distinguishable, by a required member with `const` or `enum`, or by a `discriminator`.",
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
    fix: "Give the parts the same `format`, or the alternatives a required member whose values differ, which tells which of them a value is of.",
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
    fix: "Look for a chain of references, or for a list of alternatives, with thousands of members, and take it apart; a schema that holds itself is no such chain.",
  },
} as const satisfies Partial<Record<DiagnosticCode, Fix>>;
