import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import { inDescription, inFile, type Fix } from "../fix.ts";

/** Files that cannot be read, or are read as something else. */
export const readingFixes = {
  "description-not-found": {
    fix: "Correct the path. On the command line it is relative to the current folder, in a configuration to the configuration's folder.",
  },
  "file-unreadable": {
    fix: "Make the file readable for the user that runs the command, and check that the path is not a folder.",
  },
  "file-encoding": { fix: "Save the file in UTF-8." },
  syntax: {
    fix: "Correct the line that the message names, or the one before it: a missing bracket, quote or indentation is the usual cause. If the message reports too many aliases or levels, move shared parts into components and refer to them with `$ref`.",
    example: inFile(
      `
openapi: 3.1.1
info: { title: Pets, version: 1.0.0
paths: {}`,
      `
openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }
paths: {}`,
    ),
  },
  "document-empty": {
    fix: "Start the description with `openapi`, `info` and `paths`. If another program writes it, find out why it wrote nothing.",
    example: inFile(
      "# Pets",
      `
openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }
paths: {}`,
    ),
  },
  "swagger-version": {
    fix: "Only Swagger 2.0 is read. Convert older descriptions to 2.0 or to OpenAPI 3.",
    example: inFile(
      `
swagger: "1.2"
info: { title: Pets, version: 1.0.0 }
paths: {}`,
      `
swagger: "2.0"
info: { title: Pets, version: 1.0.0 }
paths: {}`,
    ),
  },
  "swagger-parts": {
    fix: "Bundle the files with `npx @redocly/cli bundle <description> --output one.yaml` and generate from the result, or convert them to OpenAPI 3.",
  },
  "swagger-loss": {
    fix: "Use a feature that OpenAPI 3 has too, or convert the description to OpenAPI 3 and correct the part that the message names.",
    example: inFile(
      `
swagger: "2.0"
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - { name: tags, in: query, type: array, items: { type: string }, collectionFormat: tsv }
      responses: { "204": { description: Done. } }`,
      `
swagger: "2.0"
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - { name: tags, in: query, type: array, items: { type: string }, collectionFormat: csv }
      responses: { "204": { description: Done. } }`,
    ),
  },
  "swagger-lifted": {
    fix: "No change is needed. The note disappears once the description is converted to OpenAPI 3.",
    example: inFile(
      `
swagger: "2.0"
info: { title: Pets, version: 1.0.0 }
paths: {}`,
      `
openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }
paths: {}`,
    ),
  },
  "not-openapi": {
    fix: "Give the path of the root document, which has the member `openapi`, or add that member.",
    example: inFile(
      `
info: { title: Pets, version: 1.0.0 }
paths: {}`,
      `
openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }
paths: {}`,
    ),
  },
  "openapi-version": {
    fix: "Write the version of OpenAPI: 3.0, 3.1 or 3.2. The version of your API belongs in `info`.",
    example: inDescription(`openapi: "4.0.0"`, `openapi: "3.2.0"`),
  },
  "openapi-version-assumed": {
    fix: "Write the whole version in quotes: in YAML, `3.1` is a number.",
    example: inDescription("openapi: 3.1", `openapi: "3.1.1"`),
  },
  "key-duplicate": {
    fix: "Keep one of them, and move the members of the other into it.",
    example: inDescription(
      `
paths:
  /pets:
    get: { operationId: listPets, responses: { "204": { description: Done. } } }
  /pets:
    put: { operationId: putPets, responses: { "204": { description: Done. } } }`,
      `
paths:
  /pets:
    get: { operationId: listPets, responses: { "204": { description: Done. } } }
    put: { operationId: putPets, responses: { "204": { description: Done. } } }`,
    ),
  },
  "json-comment": {
    fix: "Remove the comment, move it to a `description` or a `$comment`, or write the file in YAML.",
    example: inFile(
      `
{
  // The version.
  "openapi": "3.1.1",
  "info": { "title": "Pets", "version": "1.0.0" },
  "paths": {}
}`,
      `
{
  "openapi": "3.1.1",
  "info": { "title": "Pets", "version": "1.0.0" },
  "paths": {}
}`,
    ),
  },
  "self-invalid": {
    fix: "Write the URL at which the document is published, without a fragment, or remove `$self`.",
    example: inDescription(
      `$self: https://api.example.com/openapi.yaml#part`,
      `$self: https://api.example.com/openapi.yaml`,
    ),
  },
  "openapi-lifted": {
    fix: "No change is needed: the description keeps its meaning. The note disappears with OpenAPI 3.1 or 3.2.",
    example: inDescription(`openapi: "3.0.4"`, `openapi: "3.1.1"`),
  },
} as const satisfies Partial<Record<DiagnosticCode, Fix>>;
