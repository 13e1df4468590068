/** Shelters with pets below them, of which every operation has a token. */
export const shelters = `openapi: 3.1.0
info: { title: Shelters, version: 1.0.0 }
security: [{ token: [] }]
paths:
  /shelters:
    post:
      operationId: CreateShelter
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewShelter" } } }
      responses:
        "201":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Shelter" } } }
        "400": { $ref: "#/components/responses/Refused" }
        "401": { $ref: "#/components/responses/Refused" }
  /shelters/{shelter_id}:
    get:
      operationId: GetShelter
      parameters: [{ $ref: "#/components/parameters/shelter" }]
      responses:
        "200":
          description: The shelter.
          content: { application/json: { schema: { $ref: "#/components/schemas/Shelter" } } }
        "401": { $ref: "#/components/responses/Refused" }
        "404": { $ref: "#/components/responses/Refused" }
  /shelters/{shelter_id}/pets:
    parameters: [{ $ref: "#/components/parameters/shelter" }]
    get:
      operationId: ListPets
      parameters:
        - { name: offset, in: query, schema: { type: integer, minimum: 0 } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
      x-pagination:
        style: offset
        request: { offset: offset, limit: limit }
        response: { items: /pets, totalCount: /total }
      responses:
        "200":
          description: Pets.
          content:
            application/json:
              schema:
                type: object
                required: [pets, total]
                properties:
                  pets: { type: array, items: { $ref: "#/components/schemas/Pet" } }
                  total: { type: integer }
        "400": { $ref: "#/components/responses/Refused" }
        "401": { $ref: "#/components/responses/Refused" }
        "404": { $ref: "#/components/responses/Refused" }
    post:
      operationId: CreatePet
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewPet" } } }
      responses:
        "201":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
        "400": { $ref: "#/components/responses/Refused" }
        "401": { $ref: "#/components/responses/Refused" }
        "404": { $ref: "#/components/responses/Refused" }
  /shelters/{shelter_id}/pets/{pet_id}:
    parameters:
      - { $ref: "#/components/parameters/shelter" }
      - { name: pet_id, in: path, required: true, schema: { type: string, minLength: 1 } }
    get:
      operationId: GetPet
      responses: &answers
        "200":
          description: The pet.
          headers: { ETag: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
        "304": { description: It has not changed. }
        "400": { $ref: "#/components/responses/Refused" }
        "401": { $ref: "#/components/responses/Refused" }
        "404": { $ref: "#/components/responses/Refused" }
        "412": { $ref: "#/components/responses/Refused" }
    head:
      operationId: HeadPet
      responses:
        "200":
          description: The pet.
          headers: { ETag: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
        "401": { description: Refused. }
        "404": { description: Refused. }
    put:
      operationId: ReplacePet
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewPet" } } }
      responses: *answers
    patch:
      operationId: UpdatePet
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/PetChange" } } }
      responses: *answers
    delete:
      operationId: DeletePet
      responses:
        "204": { description: Deleted. }
        "401": { $ref: "#/components/responses/Refused" }
        "404": { $ref: "#/components/responses/Refused" }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  parameters:
    shelter: { name: shelter_id, in: path, required: true, schema: { type: string, minLength: 1 } }
  schemas:
    NewShelter: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Shelter:
      type: object
      required: [shelter_id, name]
      properties: { shelter_id: { type: string }, name: { type: string } }
    NewPet:
      type: object
      required: [name, age]
      properties: &pet
        name: { type: string, minLength: 1, maxLength: 40 }
        age: { type: integer, minimum: 0, maximum: 100 }
        tags: { type: array, maxItems: 5, items: { type: string }, example: [small] }
    PetChange: { type: object, properties: *pet }
    Pet:
      type: object
      required: [pet_id, name, age]
      properties:
        pet_id: { type: string }
        name: { type: string, minLength: 1, maxLength: 40 }
        age: { type: integer, minimum: 0, maximum: 100 }
        tags: { type: array, maxItems: 5, items: { type: string } }
    Error: { type: object, required: [message], properties: { message: { type: string } } }
  responses:
    Refused:
      description: Refused.
      content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } }
`;
