import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "./support.ts";

const description = await read(`openapi: 3.0.3
info: { title: Invoices, version: 1.0.0 }
paths:
  /invoices:
    get:
      operationId: listInvoices
      parameters:
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: per_page, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
      responses:
        "200":
          description: A page.
          content:
            application/json:
              schema:
                type: object
                required: [items, total]
                properties:
                  items: { type: array, items: { $ref: "#/components/schemas/Invoice" } }
                  total: { type: integer }
        "400": { description: Refused. }
  /invoices/{invoice_id}:
    get:
      operationId: getInvoice
      parameters:
        - { name: invoice_id, in: path, required: true, schema: { type: integer, format: int64, minimum: 1 } }
      responses:
        "200":
          description: The invoice.
          content: { application/json: { schema: { $ref: "#/components/schemas/Invoice" } } }
        "400": { description: Refused. }
        "404": { description: There is none. }
components:
  schemas:
    Invoice:
      type: object
      required: [invoice_id, cents]
      properties:
        invoice_id: { type: integer, format: int64 }
        cents: { type: integer }
`);

const first = 7_250_000_000_000_000_001n;
const invoices = [0n, 1n, 2n, 3n].map((index) => first + index);

/** Verifies a service whose identifiers no double holds exactly, as it writes them. */
function verified(written: (id: bigint) => string): Promise<VerifyReport> {
  const json = (text: string): Response =>
    new Response(text, { headers: { "content-type": "application/json" } });
  const invoice = (id: bigint): string => `{"invoice_id":${written(id)},"cents":100}`;
  const fetch = ({ url, method }: Request): Response => {
    const { pathname, searchParams } = new URL(url);
    if (method !== "GET") return new Response(null, { status: 405, headers: { allow: "GET" } });
    const [, name, id] = pathname.split("/");
    if (name !== "invoices") return new Response(null, { status: 404 });
    if (id !== undefined) {
      if (!/^[1-9]\d{0,18}$/.test(id)) return new Response(null, { status: 400 });
      const found = invoices.find((one) => String(one) === id);
      return found === undefined ? new Response(null, { status: 404 }) : json(invoice(found));
    }
    const page = searchParams.get("page") ?? "1";
    const size = searchParams.get("per_page") ?? "10";
    if (!/^[1-9]\d{0,8}$/.test(page) || !/^([1-9]|[1-4]\d|50)$/.test(size))
      return new Response(null, { status: 400 });
    const start = (Number(page) - 1) * Number(size);
    const items = invoices.slice(start, start + Number(size)).map(invoice);
    return json(`{"items":[${items.join()}],"total":${invoices.length}}`);
  };
  return verifyServer({ description, server: { fetch } });
}

test("identifiers that no double holds are told apart, and used in paths as they are", async () => {
  const { failures, errors, coverage } = await verified(String);
  expect(failures.map(({ message }) => message)).toEqual([]);
  expect(errors).toEqual([]);
  expect(coverage.find(({ operationId }) => operationId === "getInvoice")?.successes).not.toBe(0);
});

test("a service that rounds them lists one identifier several times", async () => {
  const { failures } = await verified((id) => String(BigInt(Number(id))));
  expect(failures.map(({ message }) => message)).toEqual([
    expect.stringMatching(/7250000000000000000 \d times/),
  ]);
});
