import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDescription, type Description } from "@openapi-packages/compiler";

/** Reads a description in YAML. */
export async function describe(yaml: string): Promise<Description> {
  const folder = mkdtempSync(join(tmpdir(), "verify-"));
  try {
    const path = join(folder, "openapi.yaml");
    writeFileSync(path, yaml);
    return await readDescription(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A shelter that takes in pets: created, read, listed, changed and deleted. */
export const pets = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: ListPets
      tags: [pets]
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }
      responses:
        "200":
          description: Pets.
          content:
            application/json:
              schema:
                type: object
                required: [pets]
                properties: { pets: { type: array, items: { $ref: "#/components/schemas/Pet" } } }
        "400": { $ref: "#/components/responses/Refused" }
    post:
      operationId: CreatePet
      tags: [pets]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewPet" } } }
      responses:
        "201":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
        "400": { $ref: "#/components/responses/Refused" }
  /pets/{petId}:
    parameters:
      - { name: petId, in: path, required: true, schema: { type: string, minLength: 1 } }
    get:
      operationId: GetPet
      tags: [pets]
      responses:
        "200":
          description: The pet.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
        "404": { $ref: "#/components/responses/Refused" }
    patch:
      operationId: UpdatePet
      tags: [pets]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/PetChange" } } }
      responses:
        "200":
          description: The pet.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
        "400": { $ref: "#/components/responses/Refused" }
        "404": { $ref: "#/components/responses/Refused" }
    delete:
      operationId: DeletePet
      tags: [pets]
      responses:
        "204": { description: Deleted. }
        "404": { $ref: "#/components/responses/Refused" }
components:
  schemas:
    NewPet:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1, maxLength: 40 }
        kind: { type: string, enum: [cat, dog] }
        age: { type: integer, minimum: 0, maximum: 100 }
    PetChange:
      type: object
      minProperties: 1
      properties:
        name: { type: string, minLength: 1, maxLength: 40 }
        age: { type: integer, minimum: 0, maximum: 100 }
    Pet:
      type: object
      required: [id, name]
      properties:
        id: { type: string }
        name: { type: string, minLength: 1, maxLength: 40 }
        kind: { type: string, enum: [cat, dog] }
        age: { type: integer, minimum: 0, maximum: 100 }
    Error:
      type: object
      required: [message]
      properties: { message: { type: string } }
  responses:
    Refused:
      description: Refused.
      content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } }
`;
