/** Articles by keys that their clients choose, a price below each, and reservations that use up their stock. */
export const depot = `
openapi: 3.0.3
info: { title: Depot, version: "1" }
paths:
  /articles:
    get:
      operationId: list_articles
      responses:
        "200":
          description: ok
          content:
            application/json:
              schema:
                type: object
                required: [articles]
                properties: { articles: { type: array, items: { $ref: "#/components/schemas/Article" } } }
  /articles/{sku}:
    parameters:
      - { name: sku, in: path, required: true, schema: { type: string, pattern: "^[A-Z]{3}-[0-9]{4}$" } }
    get:
      operationId: get_article
      responses:
        "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Article" } } } }
        "404": { $ref: "#/components/responses/Missing" }
    put:
      operationId: put_article
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/ArticleInput" } } }
      responses:
        "200": { description: replaced, content: { application/json: { schema: { $ref: "#/components/schemas/Article" } } } }
        "201": { description: created, content: { application/json: { schema: { $ref: "#/components/schemas/Article" } } } }
        "422": { $ref: "#/components/responses/Invalid" }
    delete:
      operationId: delete_article
      responses:
        "204": { description: gone }
        "404": { $ref: "#/components/responses/Missing" }
  /articles/{sku}/price:
    parameters:
      - { name: sku, in: path, required: true, schema: { type: string, pattern: "^[A-Z]{3}-[0-9]{4}$" } }
    get:
      operationId: get_price
      responses:
        "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Price" } } } }
        "404": { $ref: "#/components/responses/Missing" }
    put:
      operationId: put_price
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Price" } } }
      responses:
        "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Price" } } } }
        "404": { $ref: "#/components/responses/Missing" }
        "422": { $ref: "#/components/responses/Invalid" }
    delete:
      operationId: delete_price
      responses:
        "204": { description: gone }
        "404": { $ref: "#/components/responses/Missing" }
  /articles/{sku}/reservations:
    parameters:
      - { name: sku, in: path, required: true, schema: { type: string, pattern: "^[A-Z]{3}-[0-9]{4}$" } }
    get:
      operationId: list_article_reservations
      responses:
        "200":
          description: ok
          content: { application/json: { schema: { type: object, required: [reservations], properties: { reservations: { type: array, items: { $ref: "#/components/schemas/Reservation" } } } } } }
        "404": { $ref: "#/components/responses/Missing" }
  /reservations:
    post:
      operationId: create_reservation
      parameters:
        - { name: X-Request-Key, in: header, required: true, schema: { type: string, minLength: 8, maxLength: 64 } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewReservation" } } }
      responses:
        "201": { description: created, content: { application/json: { schema: { $ref: "#/components/schemas/Reservation" } } } }
        "404": { $ref: "#/components/responses/Missing" }
        "409": { $ref: "#/components/responses/Invalid" }
        "422": { $ref: "#/components/responses/Invalid" }
  /reservations/{reservation_id}:
    parameters:
      - { name: reservation_id, in: path, required: true, schema: { type: string, format: uuid } }
    get:
      operationId: get_reservation
      responses:
        "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Reservation" } } } }
        "404": { $ref: "#/components/responses/Missing" }
    delete:
      operationId: delete_reservation
      responses:
        "204": { description: gone }
        "404": { $ref: "#/components/responses/Missing" }
components:
  schemas:
    ArticleInput:
      type: object
      required: [title, stock]
      additionalProperties: false
      properties:
        title: { type: string, minLength: 1, maxLength: 80 }
        stock: { type: integer, minimum: 0, maximum: 10 }
        note: { type: string, maxLength: 200 }
    Article:
      type: object
      required: [sku, title, stock]
      properties:
        sku: { type: string }
        title: { type: string, minLength: 1, maxLength: 80 }
        stock: { type: integer, minimum: 0, maximum: 10 }
        note: { type: string, maxLength: 200 }
    Price:
      type: object
      required: [currency, cents]
      properties:
        currency: { type: string, enum: [EUR, USD] }
        cents: { type: integer, minimum: 0, maximum: 100000 }
    NewReservation:
      type: object
      required: [sku, quantity]
      properties:
        sku: { type: string, pattern: "^[A-Z]{3}-[0-9]{4}$" }
        quantity: { type: integer, minimum: 1, maximum: 3 }
    Reservation:
      allOf:
        - { $ref: "#/components/schemas/NewReservation" }
        - type: object
          required: [reservation_id]
          properties:
            reservation_id: { type: string, format: uuid }
            reserved_at: { type: string, format: date-time }
    Problem:
      type: object
      required: [error]
      properties: { error: { type: string } }
  responses:
    Missing: { description: missing, content: { application/json: { schema: { $ref: "#/components/schemas/Problem" } } } }
    Invalid: { description: invalid, content: { application/json: { schema: { $ref: "#/components/schemas/Problem" } } } }
`;
