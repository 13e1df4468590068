import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import { inDescription, inOperation, inSchemas, type Fix } from "../fix.ts";

/** Our own extensions, which README.md describes under "Extensions". */
export const extensionFixes = {
  "event-stream-invalid": {
    fix: "Write `terminal`, an object with the strings `event` and `data`, or `errorEvent`, the name of an event, or both.",
    example: inOperation(
      `
responses:
  "200":
    description: Events.
    content: { text/event-stream: { x-event-stream: "[DONE]" } }`,
      `
responses:
  "200":
    description: Events.
    content: { text/event-stream: { x-event-stream: { terminal: { data: "[DONE]" } } } }`,
    ),
  },
  "lifecycle-invalid": {
    fix: "In a schema with `enum`, write `steps` with two or more values in order, and optionally `cancelled` and `failed`. In an object, write `member`, the JSON pointer of its status.",
    example: inSchemas(
      `
Status: { type: string, enum: [queued, done], x-lifecycle: [queued, done] }`,
      `
Status: { type: string, enum: [queued, done], x-lifecycle: { steps: [queued, done] } }`,
    ),
  },
  "pagination-member": {
    fix: "In `request`, name query parameters that the operation declares. In `response`, write JSON pointers into the body of success. If the `x-pagination` belongs to another tool, no change is needed.",
    example: inOperation(
      `
parameters: [{ name: page, in: query, schema: { type: integer } }]
x-pagination: { style: page, request: { page: page }, response: { items: pets } }
responses:
  "200":
    description: A page of pets.
    content:
      application/json:
        schema: { type: object, properties: { pets: { type: array, items: { type: string } } } }`,
      `
parameters: [{ name: page, in: query, schema: { type: integer } }]
x-pagination: { style: page, request: { page: page }, response: { items: /pets } }
responses:
  "200":
    description: A page of pets.
    content:
      application/json:
        schema: { type: object, properties: { pets: { type: array, items: { type: string } } } }`,
    ),
  },
  "pagination-style": {
    fix: "Write `style: page`, `offset`, `cursor` or `link`, or `none` with a `reason`. If the `x-pagination` belongs to another tool, no change is needed.",
    example: inOperation(
      "x-pagination: { style: all }",
      "x-pagination: { style: none, reason: There are at most ten. }",
    ),
  },
  "requires-invalid": {
    fix: "Write the members that a record must have, with their values, in an operation whose path names one record.",
    example: inDescription(
      `
paths:
  /hooks/{id}/call:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      operationId: callHook
      x-requires: enabled
      responses: { "204": { description: Done. } }`,
      `
paths:
  /hooks/{id}/call:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      operationId: callHook
      x-requires: { enabled: true }
      responses: { "204": { description: Done. } }`,
    ),
  },
  "webhook-signature-invalid": {
    fix: "Write `standard-webhooks`, or an object with `algorithm`, `encoding` and `header`; a time or an identifier that is sent in a header must be part of `content`, so that it is signed.",
    example: inDescription(
      `
x-webhook-signature: { algorithm: md5, encoding: hex, header: X-Signature }
webhooks:
  petAdded: { post: { operationId: petAdded, responses: { "204": { description: Seen. } } } }`,
      `
x-webhook-signature: { algorithm: sha256, encoding: hex, header: X-Signature }
webhooks:
  petAdded: { post: { operationId: petAdded, responses: { "204": { description: Seen. } } } }`,
    ),
  },
  "renamed-from-expired": {
    fix: "Remove the `x-renamed-from`, or correct its `since` if the name changed in the current major version.",
    example: inSchemas(
      `
Animal: { type: object, x-renamed-from: { name: Pet, since: 0.0.1 } }`,
      `
Animal: { type: object }`,
    ),
  },
  "renamed-from-taken": {
    fix: "Remove the `x-renamed-from`: the name belongs to something else now.",
    example: inSchemas(
      `
Animal: { type: object, x-renamed-from: Pet }
Pet: { type: object }`,
      `
Animal: { type: object }
Pet: { type: object }`,
    ),
  },
  "renamed-from-unread": {
    fix: "Write the earlier name, a list of names, or `{ name, since }`.",
    example: inSchemas(
      `
Animal: { type: object, x-renamed-from: 7 }`,
      `
Animal: { type: object, x-renamed-from: Pet }`,
    ),
  },
} as const satisfies Partial<Record<DiagnosticCode, Fix>>;
