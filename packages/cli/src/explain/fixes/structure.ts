import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import { inDescription, inFile, inOperation, type Fix } from "../fix.ts";

/** The structure of the document: its fields, paths and methods. */
export const structureFixes = {
  structure: {
    fix: "Write the object, list or string that the specification requires here, and check the indentation of the lines below.",
    example: inOperation(
      `
parameters: { name: sort, in: query, schema: { type: string } }`,
      `
parameters:
  - { name: sort, in: query, schema: { type: string } }`,
    ),
  },
  "paths-missing": {
    fix: "Add `paths` with operations. A document that others refer to may have only `components`.",
    example: inFile(
      `
openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }`,
      `
openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get: { operationId: listPets, responses: { "204": { description: Done. } } }`,
    ),
  },
  "path-start": {
    fix: "Start the path with a slash: it is appended to the URL of the server.",
    example: inDescription(
      `
paths:
  pets:
    get: { operationId: listPets, responses: { "204": { description: Done. } } }`,
      `
paths:
  /pets:
    get: { operationId: listPets, responses: { "204": { description: Done. } } }`,
    ),
  },
  "path-template": {
    fix: "Put the name of a parameter, and nothing else, between `{` and `}`.",
    example: inDescription(
      `
paths:
  /pets/{id:
    get:
      operationId: getPet
      responses: { "204": { description: Done. } }`,
      `
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Done. } }`,
    ),
  },
  "path-identical": {
    fix: "Merge them into one path, with one name for the parameter.",
    example: inDescription(
      `
paths:
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getPet, responses: { "204": { description: Done. } } }
  /pets/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    delete: { operationId: deletePet, responses: { "204": { description: Done. } } }`,
      `
paths:
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getPet, responses: { "204": { description: Done. } } }
    delete: { operationId: deletePet, responses: { "204": { description: Done. } } }`,
    ),
  },
  "path-parameter-undeclared": {
    fix: "Declare the parameter in the operation, or in the path for all its operations.",
    example: inDescription(
      `
paths:
  /pets/{id}:
    get: { operationId: getPet, responses: { "204": { description: Done. } } }`,
      `
paths:
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getPet, responses: { "204": { description: Done. } } }`,
    ),
  },
  "path-parameter-unused": {
    fix: "Put its name in braces into the path, rename it to match the path, or remove it.",
    example: inDescription(
      `
paths:
  /pets/{petId}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getPet, responses: { "204": { description: Done. } } }`,
      `
paths:
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getPet, responses: { "204": { description: Done. } } }`,
    ),
  },
  "method-invalid": {
    fix: "Write an HTTP method, a single word such as `COPY`.",
    example: inDescription(
      `
paths:
  /pets:
    additionalOperations:
      COPY ALL: { operationId: copyPets, responses: { "204": { description: Done. } } }`,
      `
paths:
  /pets:
    additionalOperations:
      COPY: { operationId: copyPets, responses: { "204": { description: Done. } } }`,
    ),
  },
  "method-unsendable": {
    fix: "Servers and mocks need no change. For clients, use another method: `fetch` refuses CONNECT, TRACE and TRACK.",
    example: inDescription(
      `
paths:
  /pets:
    trace: { operationId: tracePets, responses: { "204": { description: Done. } } }`,
      `
paths:
  /pets:
    get: { operationId: tracePets, responses: { "204": { description: Done. } } }`,
    ),
  },
  "body-unsendable": {
    fix: "Use `post`, or `query` of OpenAPI 3.2, which is safe like GET and may have a body. Or send the data in query parameters.",
    example: inDescription(
      `
paths:
  /pets:
    get:
      operationId: findPets
      requestBody:
        {
          content:
            {
              application/json:
                { schema: { type: object, properties: { name: { type: string } } } },
            },
        }
      responses: { "204": { description: Done. } }`,
      `
paths:
  /pets:
    query:
      operationId: findPets
      requestBody:
        {
          content:
            {
              application/json:
                { schema: { type: object, properties: { name: { type: string } } } },
            },
        }
      responses: { "204": { description: Done. } }`,
    ),
  },
  "responses-missing": {
    fix: "Add `responses` with at least the status of success and the schema of its body.",
    example: inDescription(
      `
paths:
  /pets:
    get: { operationId: listPets }`,
      `
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        "200":
          description: The names of all pets.
          content: { application/json: { schema: { type: array, items: { type: string } } } }`,
    ),
  },
  "status-unknown": {
    fix: "Write a status of three digits in quotes, a range such as `4XX`, or `default`.",
    example: inOperation(
      `
responses:
  "204": { description: Done. }
  failure: { description: It failed. }`,
      `
responses:
  "204": { description: Done. }
  default: { description: It failed. }`,
    ),
  },
  "field-missing": {
    fix: "Add the field that the message names.",
    example: inDescription("info: { title: Pets }", "info: { title: Pets, version: 1.0.0 }"),
  },
  "field-invalid": {
    fix: "Give a value of the kind that the message names. In YAML 1.2, `yes` and `on` are strings, and so is `true` in quotes.",
    example: inOperation(`deprecated: "yes"`, "deprecated: true"),
  },
  "field-unknown": {
    fix: "Correct the name or the place: `minimum` and other constraints on values belong in `schema`. A field of your own starts with `x-`.",
    example: inOperation(
      `
parameters:
  - { name: limit, in: query, schema: { type: integer }, minimum: 1 }`,
      `
parameters:
  - { name: limit, in: query, schema: { type: integer, minimum: 1 } }`,
    ),
  },
  "field-version": {
    fix: "Raise `openapi` to the version that has the field. Until then, the field is read as in that version.",
    example: inDescription(
      `
openapi: "3.1.1"
servers: [{ url: https://api.example.com, name: production }]`,
      `
openapi: "3.2.0"
servers: [{ url: https://api.example.com, name: production }]`,
    ),
  },
  "operation-id-missing": {
    fix: "Give each operation an `operationId`, so that its name in code does not change with its path.",
    example: inDescription(
      `
paths:
  /pets:
    get: { responses: { "204": { description: Done. } } }`,
      `
paths:
  /pets:
    get: { operationId: listPets, responses: { "204": { description: Done. } } }`,
    ),
  },
} as const satisfies Partial<Record<DiagnosticCode, Fix>>;
