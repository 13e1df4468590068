import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import { inDescription, inOperation, type Fix } from "../fix.ts";

/** Bodies: their examples, parts and encodings, and errors. */
export const bodyFixes = {
  "example-invalid": {
    fix: "Correct the example; if the service really returns it, correct the schema.",
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
    fix: "Keep one field: `dataValue` for the value, with `serializedValue` for its text. Before OpenAPI 3.2, use `value`.",
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
    fix: "Write the value itself in `dataValue`, or in `value` before OpenAPI 3.2. `externalValue` is never fetched.",
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
    fix: "Describe the parts in order with an array that has `prefixItems` or `items`, or use `multipart/form-data`, whose parts have names.",
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
    fix: 'Describe the parts as properties of an object, or give each Encoding Object the header `Content-Disposition` with a `const` such as `form-data; name="photo"`.',
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
    fix: "Keep one of them: `schema` for the whole list, `itemSchema` if all parts have the same schema.",
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
    fix: "Remove it. Only the parts of a `multipart` body have an encoding; the content of a part is one value of its own content type.",
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
    fix: "No change is needed: XML bodies are strings, which callers and handlers write and read. Only JSON is typed and validated.",
  },
  "error-not-filled": {
    fix: "Name the members for the code, the message and the status with `x-common-errors` in the schema, or pass the option `errorBody` to `createServer`.",
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
    fix: "List statuses from 400 to 599 in `statuses`; in a schema, write only `members`.",
    example: inDescription(
      `
x-common-errors: { statuses: [200] }`,
      `
x-common-errors: { statuses: [401, 403] }`,
    ),
  },
} as const satisfies Partial<Record<DiagnosticCode, Fix>>;
