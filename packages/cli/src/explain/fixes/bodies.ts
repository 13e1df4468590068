import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import { inDescription, inOperation, type Fix } from "../fix.ts";

/** Bodies: their examples, parts and encodings, and errors. */
export const bodyFixes = {
  "example-invalid": {
    fix: "Correct the example, or the schema if the example is what the service really answers.",
    example: inOperation(
      `
responses:
  "200":
    description: A pet.
    content:
      application/json:
        schema: { type: object, required: [name], properties: { name: { type: string } } }
        example: { name: 5 }`,
      `
responses:
  "200":
    description: A pet.
    content:
      application/json:
        schema: { type: object, required: [name], properties: { name: { type: string } } }
        example: { name: Rex }`,
    ),
  },
  "example-fields": {
    fix: "Keep one of them: `dataValue` for the value, beside it `serializedValue` for its text; before OpenAPI 3.2, `value`.",
    example: inOperation(
      `
responses:
  "200":
    description: A pet.
    content:
      application/json:
        schema: { type: object }
        examples: { Rex: { value: { name: Rex }, dataValue: { name: Rex } } }`,
      `
responses:
  "200":
    description: A pet.
    content:
      application/json:
        schema: { type: object }
        examples: { Rex: { dataValue: { name: Rex } } }`,
    ),
  },
  "example-unread": {
    fix: "Write the value itself, as `dataValue`, or as `value` before OpenAPI 3.2: nothing is fetched from `externalValue`.",
    example: inOperation(
      `
responses:
  "200":
    description: A pet.
    content:
      application/json:
        schema: { type: object }
        examples: { Rex: { externalValue: https://api.example.com/rex.json } }`,
      `
responses:
  "200":
    description: A pet.
    content:
      application/json:
        schema: { type: object }
        examples: { Rex: { dataValue: { name: Rex } } }`,
    ),
  },
  "parts-unread": {
    fix: "Describe the parts in their order, by an array with `prefixItems` or `items`, or use `multipart/form-data`, whose parts have names.",
    example: inOperation(
      `
requestBody:
  content:
    multipart/mixed:
      schema: { type: object, properties: { photo: { type: string } } }`,
      `
requestBody:
  content:
    multipart/form-data:
      schema: { type: object, properties: { photo: { type: string } } }`,
    ),
  },
  "part-unnamed": {
    fix: 'Describe the parts as properties of an object; or give each Encoding Object the header `Content-Disposition` with a `const` such as `form-data; name="photo"`.',
    example: inOperation(
      `
requestBody:
  content: { multipart/form-data: { itemSchema: { type: string } } }`,
      `
requestBody:
  content:
    multipart/form-data:
      schema: { type: object, properties: { photos: { type: array, items: { type: string } } } }`,
    ),
  },
  "item-schema-unused": {
    fix: "Write one of them: `schema` for the list as a whole, `itemSchema` for parts that are all alike.",
    example: inOperation(
      `
requestBody:
  content:
    multipart/related:
      schema: { type: array, items: { type: object } }
      itemSchema: { type: object }`,
      `
requestBody:
  content:
    multipart/related:
      itemSchema: { type: object }`,
    ),
  },
  "encoding-unused": {
    fix: "Remove it. Parts have an encoding where the media type is `multipart` and its schema has them; what a part itself holds is a value of its own content type.",
    example: inOperation(
      `
requestBody:
  content:
    multipart/form-data:
      schema: { type: object, properties: { both: { type: object } } }
      encoding:
        both: { contentType: multipart/mixed, encoding: { a: { contentType: text/plain } } }`,
      `
requestBody:
  content:
    multipart/form-data:
      schema: { type: object, properties: { both: { type: object } } }
      encoding:
        both: { contentType: application/json }`,
    ),
  },
  "xml-node-type": {
    fix: "Nothing has to be done: XML is text for callers and handlers, who write and read it. JSON is typed and validated.",
  },
  "error-not-filled": {
    fix: "Say with `x-common-errors` in the schema which of its members have the code, the message, the status and the like, or give `createServer` the option `errorBody`.",
    example: inOperation(
      `
responses:
  "204": { description: Done. }
  "400":
    description: The request is not as described.
    content:
      application/json:
        schema:
          type: object
          required: [number]
          properties: { number: { type: integer } }`,
      `
responses:
  "204": { description: Done. }
  "400":
    description: The request is not as described.
    content:
      application/json:
        schema:
          type: object
          required: [number]
          properties: { number: { type: integer } }
          x-common-errors: { members: { status: number } }`,
    ),
  },
  "common-errors": {
    fix: "List statuses from 400 to 599 in `statuses`; at a schema, write `members` alone.",
    example: inDescription(
      `
x-common-errors: { statuses: [200] }`,
      `
x-common-errors: { statuses: [401, 403] }`,
    ),
  },
} as const satisfies Partial<Record<DiagnosticCode, Fix>>;
