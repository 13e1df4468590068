import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import { inDescription, inFile, type Fix } from "../fix.ts";

/** Files that cannot be read, or are read as something else. */
export const readingFixes = {
  "description-not-found": {
    fix: "Correct the path. On the command line it is relative to the folder that you are in, in a configuration to the configuration's folder.",
  },
  "file-unreadable": {
    fix: "Give the user that runs the command permission to read the file, and make sure that the path is not that of a folder.",
  },
  "file-encoding": { fix: "Save the file in UTF-8." },
  syntax: {
    fix: "Correct the text at the line that the message names, or just before it: most often a bracket, a quote or an indentation is missing. If the message reports too many aliases or levels, move what is shared into a component, and refer to it with `$ref`.",
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
    fix: "Begin the description with `openapi`, `info` and `paths`; if another program writes it, find out why that wrote nothing.",
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
    fix: "Bring the files together first, with `npx @redocly/cli bundle <description> --output one.yaml`, and generate from the one file; or convert them to OpenAPI 3.",
  },
  "swagger-loss": {
    fix: "Use what OpenAPI 3 can say too, or convert the description to OpenAPI 3 and correct what the message names there.",
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
    fix: "Nothing has to be done. Once the description is converted to OpenAPI 3, this is not said any more.",
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
    fix: "Name the root document of the description, which has the member `openapi`, not one of its parts; or add that member.",
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
    fix: "Write the version of OpenAPI that the description is of: 3.0, 3.1 or 3.2. The version of your API belongs into `info`.",
    example: inDescription(`openapi: "4.0.0"`, `openapi: "3.2.0"`),
  },
  "openapi-version-assumed": {
    fix: "Write the whole version in quotes, since YAML takes `3.1` for a number.",
    example: inDescription("openapi: 3.1", `openapi: "3.1.1"`),
  },
  "key-duplicate": {
    fix: "Keep one of them, and move into it what only the other has.",
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
    fix: "Remove the comment, write it into a `description` or a `$comment`, or write the file in YAML.",
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
    fix: "Write the address that the document is published at, without a fragment, or remove `$self`.",
    example: inDescription(
      `$self: https://api.example.com/openapi.yaml#part`,
      `$self: https://api.example.com/openapi.yaml`,
    ),
  },
  "openapi-lifted": {
    fix: "Nothing has to be done: what OpenAPI 3.0 says means the same. Once the description is one of 3.1 or 3.2, this is not said any more.",
    example: inDescription(`openapi: "3.0.4"`, `openapi: "3.1.1"`),
  },
} as const satisfies Partial<Record<DiagnosticCode, Fix>>;
