/** Singers and rehearsals whose keys are in `Location` alone, in envelopes, and who comes to which. */
export const choir = `openapi: 3.0.3
info: { title: Choir, version: "1" }
paths:
  /singers:
    get:
      operationId: singersIndex
      parameters: [{ name: voice, in: query, schema: { type: string, enum: [soprano, alto, tenor, bass] } }]
      responses:
        "200": { description: ok, content: { application/json: { schema: { type: object, required: [data], properties: { data: { type: array, items: { $ref: "#/components/schemas/Singer" } } } } } } }
        "400": { $ref: "#/components/responses/Error" }
    post:
      operationId: singersStore
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/SingerData" } } } }
      responses:
        "201": { description: created, headers: { Location: { required: true, schema: { type: string } } } }
        "400": { $ref: "#/components/responses/Error" }
  /singers/{singer}:
    parameters: [{ name: singer, in: path, required: true, schema: { type: integer, format: int32 } }]
    get:
      operationId: singersShow
      responses:
        "200": { description: ok, content: { application/json: { schema: { type: object, required: [data], properties: { data: { $ref: "#/components/schemas/Singer" } } } } } }
        "404": { $ref: "#/components/responses/Error" }
    patch:
      operationId: singersUpdate
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { name: { type: string, minLength: 1, maxLength: 60 }, voice: { $ref: "#/components/schemas/Voice" } } } } } }
      responses:
        "204": { description: changed }
        "400": { $ref: "#/components/responses/Error" }
        "404": { $ref: "#/components/responses/Error" }
    delete:
      operationId: singersDestroy
      responses:
        "204": { description: gone }
        "404": { $ref: "#/components/responses/Error" }
  /rehearsals:
    get:
      operationId: rehearsalsIndex
      parameters: [{ name: leader_id, in: query, required: true, schema: { type: integer, format: int32 } }]
      responses:
        "200": { description: ok, content: { application/json: { schema: { type: object, required: [data], properties: { data: { type: array, items: { $ref: "#/components/schemas/Rehearsal" } } } } } } }
        "400": { $ref: "#/components/responses/Error" }
    post:
      operationId: rehearsalsStore
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewRehearsal" } } } }
      responses:
        "201": { description: created, headers: { Location: { schema: { type: string } } } }
        "400": { $ref: "#/components/responses/Error" }
        "404": { $ref: "#/components/responses/Error" }
  /rehearsals/{rehearsal}:
    parameters: [{ name: rehearsal, in: path, required: true, schema: { type: integer, format: int32 } }]
    get:
      operationId: rehearsalsShow
      responses:
        "200": { description: ok, content: { application/json: { schema: { type: object, required: [data], properties: { data: { $ref: "#/components/schemas/Rehearsal" } } } } } }
        "404": { $ref: "#/components/responses/Error" }
    delete:
      operationId: rehearsalsDestroy
      responses:
        "204": { description: gone }
        "404": { $ref: "#/components/responses/Error" }
  /rehearsals/{rehearsal}/attendance/{singer}:
    parameters:
      - { name: rehearsal, in: path, required: true, schema: { type: integer, format: int32 } }
      - { name: singer, in: path, required: true, schema: { type: integer, format: int32 } }
    put:
      operationId: attend
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [coming], properties: { coming: { type: boolean }, remark: { type: string, maxLength: 80 } } } } } }
      responses:
        "201": { description: new }
        "204": { description: changed }
        "400": { $ref: "#/components/responses/Error" }
        "404": { $ref: "#/components/responses/Error" }
    get:
      operationId: attendance
      responses:
        "200": { description: ok, content: { application/json: { schema: { type: object, required: [data], properties: { data: { $ref: "#/components/schemas/Attendance" } } } } } }
        "404": { $ref: "#/components/responses/Error" }
    delete:
      operationId: unattend
      responses:
        "204": { description: gone }
        "404": { $ref: "#/components/responses/Error" }
  /rehearsals/{rehearsal}/attendance:
    parameters:
      - { name: rehearsal, in: path, required: true, schema: { type: integer, format: int32 } }
    get:
      operationId: attendances
      responses:
        "200": { description: ok, content: { application/json: { schema: { type: object, required: [data], properties: { data: { type: array, items: { $ref: "#/components/schemas/Attendance" } } } } } } }
        "404": { $ref: "#/components/responses/Error" }
components:
  schemas:
    Voice: { type: string, enum: [soprano, alto, tenor, bass] }
    SingerData:
      type: object
      required: [name, voice]
      properties: { name: { type: string, minLength: 1, maxLength: 60 }, voice: { $ref: "#/components/schemas/Voice" } }
    Singer:
      type: object
      required: [id, name, voice]
      properties: { id: { type: integer, format: int32 }, name: { type: string }, voice: { $ref: "#/components/schemas/Voice" } }
    NewRehearsal:
      type: object
      required: [leader_id, place]
      properties: { leader_id: { type: integer, format: int32 }, place: { type: string, minLength: 1, maxLength: 60 }, pieces: { type: array, items: { type: string } } }
    Rehearsal:
      type: object
      required: [id, leader_id, place, pieces]
      properties: { id: { type: integer, format: int32 }, leader_id: { type: integer, format: int32 }, place: { type: string }, pieces: { type: array, items: { type: string } } }
    Attendance:
      type: object
      required: [singer, coming]
      properties: { singer: { type: integer }, coming: { type: boolean }, remark: { type: string, nullable: true } }
    Error: { type: object, required: [message], properties: { message: { type: string } } }
  responses:
    Error: { description: error, content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } } }
`;
