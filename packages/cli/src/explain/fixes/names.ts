import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import { inDescription, inSchemas, type Fix } from "../fix.ts";

/** Names in code. */
export const nameFixes = {
  "operation-id-duplicate": {
    fix: "Change one of them: each `operationId` must be unique in the description.",
    example: inDescription(
      `
paths:
  /pets:
    get: { operationId: pets, responses: { "204": { description: Done. } } }
    put: { operationId: pets, responses: { "204": { description: Done. } } }`,
      `
paths:
  /pets:
    get: { operationId: listPets, responses: { "204": { description: Done. } } }
    put: { operationId: putPets, responses: { "204": { description: Done. } } }`,
    ),
  },
  "name-collision": {
    fix: "Rename one of them, or give it an `x-name`: names in code and in file systems must differ in more than case or punctuation.",
    example: inSchemas(
      `
pet-shop: { type: object }
PetShop: { type: object }`,
      `
pet-shop: { type: object, x-name: PetStore }
PetShop: { type: object }`,
    ),
  },
  "name-too-long": {
    fix: "Give it a shorter name, or an `x-name`, of at most 500 characters.",
  },
  "type-name-collision": {
    fix: "Rename one of the two that the message names, or give it an `x-name`.",
  },
  "tag-collision": {
    fix: "Rename one of the tags, or give it an `x-name`; if they mean the same, use one tag for all operations.",
    example: inDescription(
      `
tags: [{ name: Big Pets }, { name: big-pets }]
paths:
  /cats:
    get: { operationId: listCats, tags: [Big Pets], responses: { "204": { description: Done. } } }
  /dogs:
    get: { operationId: listDogs, tags: [big-pets], responses: { "204": { description: Done. } } }`,
      `
tags: [{ name: Big Pets }]
paths:
  /cats:
    get: { operationId: listCats, tags: [Big Pets], responses: { "204": { description: Done. } } }
  /dogs:
    get: { operationId: listDogs, tags: [Big Pets], responses: { "204": { description: Done. } } }`,
    ),
  },
  "tag-reserved": {
    fix: "Give the tag an `x-name` to use in code.",
    example: inDescription(
      `
tags: [{ name: core }]
paths:
  /pets:
    get: { operationId: listPets, tags: [core], responses: { "204": { description: Done. } } }`,
      `
tags: [{ name: core, x-name: pets }]
paths:
  /pets:
    get: { operationId: listPets, tags: [core], responses: { "204": { description: Done. } } }`,
    ),
  },
  "x-name-invalid": {
    fix: "Write an identifier: a letter, then letters, digits and underscores.",
    example: inSchemas(
      "pets: { type: object, x-name: 2Pets }",
      "pets: { type: object, x-name: TwoPets }",
    ),
  },
} as const satisfies Partial<Record<DiagnosticCode, Fix>>;
