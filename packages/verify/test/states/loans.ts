/** Loans of books, which are drafts, requested, granted or declined, with books below them. */
export const loans = `openapi: 3.1.0
info: { title: Loans, version: 1.0.0 }
paths:
  /loans:
    post:
      operationId: createLoan
      description: The loan is a draft without books.
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewLoan" } } } }
      responses:
        "201":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Loan" } } }
          links:
            request: { operationId: requestLoan, parameters: { loanId: $response.body#/id } }
        "422": { description: Invalid. }
  /loans/{loanId}:
    parameters: [{ $ref: "#/components/parameters/loanId" }]
    get:
      operationId: getLoan
      responses:
        "200": { $ref: "#/components/responses/Loan" }
        "404": { description: There is none. }
    patch:
      operationId: changeLoan
      description: Whatever is sent, \`until\` must not be before \`from\` (422).
      requestBody:
        required: true
        content:
          application/merge-patch+json:
            schema:
              type: object
              additionalProperties: false
              properties:
                reader: { type: string, minLength: 1 }
                from: { type: string, format: date }
                until: { type: string, format: date }
            example: { reader: Noor }
      responses:
        "200": { $ref: "#/components/responses/Loan" }
        "404": { description: There is none. }
        "409": { description: Not as it is. }
        "422": { description: Invalid. }
    delete:
      operationId: deleteLoan
      description: Only drafts and declined loans can be deleted (409).
      responses:
        "204": { description: Deleted. }
        "404": { description: There is none. }
        "409": { description: Not as it is. }
  /loans/{loanId}/request:
    parameters: [{ $ref: "#/components/parameters/loanId" }]
    post:
      operationId: requestLoan
      description: Drafts and declined loans can be requested. A granted loan cannot be requested any more.
      responses:
        "200": { $ref: "#/components/responses/Loan" }
        "404": { description: There is none. }
        "409": { description: Not as it is. }
  /loans/{loanId}/answer:
    parameters: [{ $ref: "#/components/parameters/loanId" }]
    post:
      operationId: answerLoan
      description: |
        Only a requested loan can be answered (409). A decline needs a reason (422). \`granted\` is final.
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [answer]
              additionalProperties: false
              properties:
                answer: { type: string, enum: [granted, declined] }
                reason: { type: string, minLength: 1 }
            examples:
              yes: { value: { answer: granted } }
              no: { value: { answer: declined, reason: It is lent. } }
      responses:
        "200": { $ref: "#/components/responses/Loan" }
        "404": { description: There is none. }
        "409": { description: Not as it is. }
        "422": { description: Invalid. }
  /loans/{loanId}/books:
    parameters: [{ $ref: "#/components/parameters/loanId" }]
    post:
      operationId: addBook
      description: Books can only be added while the loan is a draft or declined.
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }
            example: { title: Middlemarch }
      responses:
        "201": { description: Added., content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
        "404": { description: There is none. }
        "409": { description: Not as it is. }
        "422": { description: Invalid. }
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getBook
      responses:
        "200": { description: The book., content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
        "404": { description: There is none. }
    delete:
      operationId: removeBook
      description: Books of granted loans cannot be removed.
      responses:
        "204": { description: Removed. }
        "404": { description: There is none. }
        "409": { description: Not as it is. }
components:
  parameters:
    loanId: { name: loanId, in: path, required: true, schema: { type: string } }
  responses:
    Loan: { description: The loan., content: { application/json: { schema: { $ref: "#/components/schemas/Loan" } } } }
  schemas:
    NewLoan:
      type: object
      required: [reader, from, until]
      additionalProperties: false
      properties:
        reader: { type: string, minLength: 1 }
        from: { type: string, format: date }
        until: { type: string, format: date, description: "The last day, not before \`from\`." }
      example: { reader: Ada, from: "2031-02-01", until: "2031-02-10" }
    Loan:
      type: object
      required: [id, reader, from, until, state, reason]
      properties:
        id: { type: string }
        reader: { type: string }
        from: { type: string, format: date }
        until: { type: string, format: date }
        state: { type: string, enum: [draft, requested, granted, declined] }
        reason: { type: [string, "null"] }
    Book:
      type: object
      required: [id, loanId, title]
      properties: { id: { type: string }, loanId: { type: string }, title: { type: string } }
`;
