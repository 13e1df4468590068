import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import { inDescription, inSchemas, type Fix } from "../fix.ts";

/** References and their targets. */
export const referenceFixes = {
  "ref-outside": {
    fix: "Move the file into the description's folder, or allow its folder with `--allow-ref ../common`, in the configuration `allowRefs`.",
  },
  "ref-file-missing": {
    fix: "Add the file, or correct the path, which is relative to the file with the reference. For a remote file, the message says why fetching failed.",
  },
  "ref-remote": {
    fix: "Save the document next to the description and refer to the copy, or allow its origin with `--allow-ref https://schemas.example.com`, in the configuration `allowRefs`.",
  },
  "ref-unresolved": {
    fix: "Correct the reference, or define the component it names. The message suggests a name that is spelled alike.",
    example: inSchemas(
      `
Owner: { type: object, properties: { pet: { $ref: "#/components/schemas/pet" } } }
Pet: { type: object }`,
      `
Owner: { type: object, properties: { pet: { $ref: "#/components/schemas/Pet" } } }
Pet: { type: object }`,
    ),
  },
  "ref-circular": {
    fix: "Replace one of the references with the schema or object itself.",
    example: inSchemas(
      `
Pet: { $ref: "#/components/schemas/Animal" }
Animal: { $ref: "#/components/schemas/Pet" }`,
      `
Pet: { $ref: "#/components/schemas/Animal" }
Animal: { type: object, properties: { name: { type: string } } }`,
    ),
  },
  "ref-kind": {
    fix: "Refer to a component of the required kind, which may itself refer to the schema.",
    example: inDescription(
      `
paths:
  /pets:
    get:
      operationId: listPets
      responses: { "200": { $ref: "#/components/schemas/Pets" } }
components:
  schemas: { Pets: { type: array, items: { type: string } } }`,
      `
paths:
  /pets:
    get:
      operationId: listPets
      responses: { "200": { $ref: "#/components/responses/Pets" } }
components:
  schemas: { Pets: { type: array, items: { type: string } } }
  responses:
    Pets:
      description: All pets.
      content: { application/json: { schema: { $ref: "#/components/schemas/Pets" } } }`,
    ),
  },
  "component-name-collision": {
    fix: "Rename one of them, or name each under `components` of the root document with a reference to its file. Names of the root document take precedence.",
  },
  "field-ignored": {
    fix: "Remove it, or move it to the referenced object. Outside schemas, only `summary` and `description` may be next to a `$ref`.",
    example: inDescription(
      `
paths:
  /pets:
    get:
      operationId: listPets
      responses: { "404": { $ref: "#/components/responses/NotFound", headers: {} } }
components:
  responses: { NotFound: { description: Not there. } }`,
      `
paths:
  /pets:
    get:
      operationId: listPets
      responses: { "404": { $ref: "#/components/responses/NotFound" } }
components:
  responses: { NotFound: { description: Not there., headers: {} } }`,
    ),
  },
  "schema-circular": {
    fix: "Refer to the schema from a property or from `items` instead.",
    example: inSchemas(
      `
Tree: { anyOf: [{ $ref: "#/components/schemas/Tree" }, { type: string }] }`,
      `
Tree:
  anyOf:
    - { type: array, items: { $ref: "#/components/schemas/Tree" } }
    - { type: string }`,
    ),
  },
  "tag-parent": {
    fix: "Declare the parent under `tags`, or remove `parent`.",
    example: inDescription(
      `
tags: [{ name: cats, parent: animals }]`,
      `
tags: [{ name: animals }, { name: cats, parent: animals }]`,
    ),
  },
  "discriminator-default": {
    fix: "Add the schema to `oneOf`, or name one of its schemas in `defaultMapping`.",
    example: inSchemas(
      `
Pet:
  oneOf: [{ $ref: "#/components/schemas/Cat" }]
  discriminator: { propertyName: kind, defaultMapping: OtherPet }
Cat: { type: object, required: [kind], properties: { kind: { const: cat } } }
OtherPet: { type: object, properties: { kind: { type: string } } }`,
      `
Pet:
  oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/OtherPet" }]
  discriminator: { propertyName: kind, defaultMapping: OtherPet }
Cat: { type: object, required: [kind], properties: { kind: { const: cat } } }
OtherPet: { type: object, properties: { kind: { type: string } } }`,
    ),
  },
} as const satisfies Partial<Record<DiagnosticCode, Fix>>;
