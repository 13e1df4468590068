import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import { inDescription, inOperation, type Fix } from "../fix.ts";

/** Parameters and security. */
export const parameterFixes = {
  "parameter-name-missing": {
    fix: "Add `name`, or correct its spelling. For a reference, correct the spelling of `$ref`.",
    example: inOperation(
      `
parameters:
  - { nmae: sort, in: query, schema: { type: string } }`,
      `
parameters:
  - { name: sort, in: query, schema: { type: string } }`,
    ),
  },
  "parameter-in-unknown": {
    fix: "Set `in` to `path`, `query`, `header` or `cookie`.",
    example: inOperation(
      `
parameters:
  - { name: sort, schema: { type: string } }`,
      `
parameters:
  - { name: sort, in: query, schema: { type: string } }`,
    ),
  },
  "parameter-body": {
    fix: "Describe the body in `requestBody`, and the fields of a form as properties of its schema.",
    example: inOperation(
      `
parameters:
  - { name: pet, in: body, required: true, schema: { type: object } }`,
      `
requestBody:
  required: true
  content: { application/json: { schema: { type: object } } }`,
    ),
  },
  "parameter-duplicate": {
    fix: "Remove one of them. Parameters of a path apply to all its operations; a parameter of an operation replaces the one of the path.",
    example: inOperation(
      `
parameters:
  - { name: sort, in: query, schema: { type: string } }
  - { name: sort, in: query, schema: { type: string, enum: [name, age] } }`,
      `
parameters:
  - { name: sort, in: query, schema: { type: string, enum: [name, age] } }`,
    ),
  },
  "querystring-unsupported": {
    fix: "Describe the query as `application/x-www-form-urlencoded` with an object, or as parameters with `in: query`.",
    example: inOperation(
      `
parameters:
  - name: search
    in: querystring
    content: { application/json: { schema: { type: object } } }`,
      `
parameters:
  - name: search
    in: querystring
    content:
      application/x-www-form-urlencoded:
        schema: { type: object, properties: { name: { type: string } } }`,
    ),
  },
  "style-unknown": {
    fix: "Use a style of OpenAPI, or remove `style` to use the default.",
    example: inOperation(
      `
parameters:
  - { name: tags, in: query, style: csv, schema: { type: array, items: { type: string } } }`,
      `
parameters:
  - {
      name: tags,
      in: query,
      style: form,
      explode: false,
      schema: { type: array, items: { type: string } },
    }`,
    ),
  },
  "multi-segment-ignored": {
    fix: "Set `x-multi-segment: true` on one path parameter that is a whole segment, and remove it everywhere else.",
    example: inOperation(
      `
parameters:
  - { name: folder, in: query, x-multi-segment: true, schema: { type: string } }`,
      `
parameters:
  - { name: folder, in: query, schema: { type: string } }`,
    ),
  },
  "security-requirement": {
    fix: "Write a list of objects, each with names of schemes and their scopes. `security: []` opens an operation to everyone.",
    example: inDescription(
      `
security: [token]
components:
  securitySchemes: { token: { type: http, scheme: bearer } }`,
      `
security: [{ token: [] }]
components:
  securitySchemes: { token: { type: http, scheme: bearer } }`,
    ),
  },
  "security-scheme": {
    fix: "Add what the message names: `scheme` for `type: http`, `name` and `in` for `type: apiKey`.",
    example: inDescription(
      `
components:
  securitySchemes: { key: { type: apiKey } }`,
      `
components:
  securitySchemes: { key: { type: apiKey, name: X-Api-Key, in: header } }`,
    ),
  },
  "security-scheme-type": {
    fix: "Write one of `apiKey`, `http`, `mutualTLS`, `oauth2` and `openIdConnect`; `basic` and `bearer` are values of `scheme` for `type: http`.",
    example: inDescription(
      `
components:
  securitySchemes: { token: { type: bearer } }`,
      `
components:
  securitySchemes: { token: { type: http, scheme: bearer } }`,
    ),
  },
  "security-scheme-name": {
    fix: "Rename the scheme where it is declared and where it is required.",
    example: inDescription(
      `
components:
  securitySchemes: { constructor: { type: http, scheme: bearer } }`,
      `
components:
  securitySchemes: { token: { type: http, scheme: bearer } }`,
    ),
  },
  "security-scheme-unknown": {
    fix: "Add the scheme to `components.securitySchemes`, or correct the name in `security`.",
    example: inDescription(
      `
security: [{ tokn: [] }]
components:
  securitySchemes: { token: { type: http, scheme: bearer } }`,
      `
security: [{ token: [] }]
components:
  securitySchemes: { token: { type: http, scheme: bearer } }`,
    ),
  },
} as const satisfies Partial<Record<DiagnosticCode, Fix>>;
