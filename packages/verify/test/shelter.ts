import { createMock } from "@openapi-packages/mock";
import type { VerifyReport } from "@openapi-packages/verify";
import { verifiedApi } from "../src/description/verified-api.ts";
import type { CaseMaker } from "../src/run/case.ts";
import type { ServerRunOptions } from "../src/run/options.ts";
import { runCases } from "../src/run/run-cases.ts";
import { TestedSubject } from "../src/server/tested-subject.ts";
import { fetchSubject } from "../src/server/fetch-subject.ts";
import { describe as read } from "./support.ts";

/** One operation of each way to send values, with a bound of each kind. */
export const shelter = `openapi: 3.1.0
info: { title: Shelter, version: 1.0.0 }
paths:
  /animals:
    get:
      operationId: ListAnimals
      tags: [animals]
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: kinds, in: query, schema: { type: array, maxItems: 3, items: { enum: [cat, dog] } } }
        - { name: note, in: query, schema: { type: [string, "null"] } }
        - { name: X-Region, in: header, required: true, schema: { type: string, pattern: "^[a-z]{2}$" } }
        - { name: If-None-Match, in: header, schema: { type: string, minLength: 3 } }
      responses:
        "200":
          description: Animals.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Animal" } } } }
        "400": { $ref: "#/components/responses/Refused" }
    post:
      operationId: AddAnimal
      tags: [animals]
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: "#/components/schemas/Animal" } }
          application/x-www-form-urlencoded: { schema: { $ref: "#/components/schemas/Tag" } }
      responses:
        "201":
          description: Added.
          content: { application/json: { schema: { $ref: "#/components/schemas/Animal" } } }
        "400": { $ref: "#/components/responses/Refused" }
        "415": { $ref: "#/components/responses/Refused" }
  /animals/{animalId}:
    parameters:
      - { name: animalId, in: path, required: true, schema: { type: string, minLength: 1 } }
    get:
      operationId: GetAnimal
      tags: [animals]
      responses:
        "200":
          description: The animal.
          content:
            application/json: { schema: { $ref: "#/components/schemas/Animal" } }
            text/plain: { schema: { type: string } }
        "404": { $ref: "#/components/responses/Refused" }
components:
  schemas:
    Animal:
      type: object
      required: [name, age]
      additionalProperties: false
      properties:
        id: { type: string, readOnly: true }
        name: { type: string, minLength: 2, maxLength: 12 }
        age: { type: integer, minimum: 0, maximum: 100, multipleOf: 1 }
        weight: { type: number, exclusiveMinimum: 0 }
        kind: { type: string, enum: [cat, dog], default: cat }
        chip: { type: string, format: uuid }
        colours: { type: array, minItems: 1, maxItems: 4, uniqueItems: true, items: { type: string, maxLength: 9 } }
        owner: { $ref: "#/components/schemas/Owner" }
    Owner:
      type: [object, "null"]
      required: [email]
      properties:
        email: { type: string, format: email }
        phone: { type: [string, "null"] }
    Tag:
      type: object
      required: [name, age]
      properties:
        name: { type: string, minLength: 2, maxLength: 12 }
        age: { type: integer, minimum: 0 }
    Error:
      type: object
      required: [message]
      properties: { message: { type: string } }
  responses:
    Refused:
      description: Refused.
      content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } }
`;

/** What a planted server does with a request; `undefined` leaves it to the mock. */
export type Fault = (
  request: Request,
  mock: (request: Request) => Promise<Response>,
) => Promise<Response | undefined> | Response | undefined;

/** Nothing changes what was read, so that it is read once. */
const described = read(shelter);

/** Runs cases of one kind on the shelter's mock, with a fault planted into it. */
export async function verifiedShelter(
  makeCases: CaseMaker,
  fault: Fault = () => undefined,
  options: ServerRunOptions = {},
): Promise<VerifyReport> {
  const description = await described;
  const mock = createMock(description.mock);
  const answer = (request: Request): Promise<Response> => mock.fetch(request);
  const fetch = async (request: Request): Promise<Response> =>
    (await fault(request.clone(), answer)) ?? answer(request);
  const api = verifiedApi(description);
  const subject = new TestedSubject(api, fetchSubject(fetch), options);
  return runCases(api, subject, { cases: [...makeCases({ api, options })] }, options);
}

/** The members of a body of JSON, `undefined` where it is none. */
export async function membersOf(request: Request): Promise<Record<string, unknown> | undefined> {
  try {
    const value: unknown = JSON.parse(await request.clone().text());
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** A request with another body, of JSON. */
export function withBody({ url, method, headers }: Request, body: object): Request {
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}

/** A server that puts right what is wrong with bodies before it looks at them, and so takes them. */
export function lenientAbout(mend: (body: Record<string, unknown>) => void): Fault {
  return async (request, mock) => {
    const body = request.method === "POST" ? await membersOf(request) : undefined;
    if (body === undefined) return undefined;
    mend(body);
    return mock(withBody(request, body));
  };
}

/** A server that leaves out query parameters that it does not understand. */
export function lenientAboutQuery(name: string): Fault {
  return (request, mock) => {
    const url = new URL(request.url);
    if (!url.searchParams.has(name)) return undefined;
    url.searchParams.delete(name);
    return mock(new Request(url, request));
  };
}
