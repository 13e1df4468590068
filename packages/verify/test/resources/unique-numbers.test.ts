import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** Contracts have a number with a pattern, and no two have the same. */
const contracts = `openapi: 3.1.0
info: { title: Contracts, version: 1.0.0 }
paths:
  /contracts:
    post:
      operationId: CreateContract
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/NewContract" }
            example: { name: Rex, number: DE20416088 }
      responses:
        "201":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Contract" } } }
        "409": { description: Another contract has the number. }
        "422": { description: The body is not as described. }
  /contracts/{id}:
    get:
      operationId: GetContract
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: The contract.
          content: { application/json: { schema: { $ref: "#/components/schemas/Contract" } } }
        "404": { description: There is none. }
components:
  schemas:
    NewContract:
      type: object
      required: [name, number]
      properties:
        name: { type: string, minLength: 1 }
        number: { type: string, pattern: "^[A-Z]{2}[0-9]{8}$" }
    Contract:
      allOf:
        - $ref: "#/components/schemas/NewContract"
        - { type: object, required: [id], properties: { id: { type: string } } }
`;

type Contract = Record<string, unknown>;

const inAscii = (text: string): string => text.replaceAll(/[^ -~]/gu, "?");

/** Keeps contracts, and counts creations that are refused because their number is taken. */
class ContractService {
  readonly conflicts: Contract[] = [];
  readonly #contracts = new Map<string, Contract>();
  readonly #isLossy: boolean;

  constructor(isLossy = false) {
    this.#isLossy = isLossy;
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    const id = /^\/contracts\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1];
    const found = this.#contracts.get(id ?? "");
    if (request.method === "GET" && found !== undefined) return Response.json(found);
    if (request.method !== "POST" || id !== undefined) return new Response(null, { status: 404 });
    const type = request.headers.get("content-type")?.toLowerCase();
    if (type !== "application/json") return new Response(null, { status: 415 });
    return this.#create(await request.json().catch(() => undefined));
  };

  #create(body: unknown): Response {
    const { name, number } = (body ?? {}) as Contract;
    const isValid = typeof name === "string" && name !== "" && typeof number === "string";
    if (!isValid || !/^[A-Z]{2}\d{8}$/.test(number)) return new Response(null, { status: 422 });
    if ([...this.#contracts.values()].some((one) => one["number"] === number)) {
      this.conflicts.push({ name, number });
      return new Response(null, { status: 409 });
    }
    const id = String(this.#contracts.size + 1);
    const contract = { ...(body as object), name, id, number };
    this.#contracts.set(id, this.#isLossy ? { ...contract, name: inAscii(name) } : contract);
    return Response.json(contract, { status: 201 });
  }
}

test("a number with a pattern is another one in each record, and a run learns which member it is", async () => {
  const service = new ContractService();
  const description = await read(contracts);
  const report = await verifyServer({ description, server: service });
  expect(report.failures).toEqual([]);
  const { statuses } = report.coverage.find((one) => one.operationId === "CreateContract") ?? {};
  expect(statuses?.["201"]).toBeGreaterThan(10);
  // Those of the first creation, of requests as they are documented, and of generated ones.
  expect(service.conflicts.length).toBeLessThan(statuses?.["201"] ?? 0);
});

test("what is lost of a record whose number is unique is found", async () => {
  const service = new ContractService(true);
  const description = await read(contracts);
  const { failures } = await verifyServer({ description, server: service });
  expect(failures.map(({ check }) => check)).toContain("shows-what-was-sent");
});
