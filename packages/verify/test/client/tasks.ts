import type { Description } from "@openapi-packages/compiler";
import type { CallInput } from "@openapi-packages/runtime/client";
import { outcome, tableClient, verifyClient, type VerifyReport } from "@openapi-packages/verify";
import { describe as read } from "../support.ts";

/** A list of tasks, with each kind of value that clients lose. */
const tasks = `openapi: 3.1.0
info: { title: Tasks, version: 1.0.0 }
paths:
  /tasks:
    get:
      operationId: ListTasks
      parameters:
        - { name: done, in: query, schema: { type: boolean } }
        - { name: page, in: query, schema: { type: integer } }
        - { name: words, in: query, schema: { type: string } }
        - { name: labels, in: query, schema: { type: array, items: { type: string }, minItems: 1 }, example: [a, b] }
      responses:
        "200":
          description: Tasks.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Task" } } } }
    post:
      operationId: CreateTask
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Task" } } }
      responses:
        "201":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Task" } } }
        "202":
          description: Taken.
          content: { application/json: { schema: { $ref: "#/components/schemas/Task" } } }
components:
  schemas:
    Task:
      type: object
      required: [id, title]
      properties:
        id: { type: string }
        title: { type: string }
        done: { type: boolean }
        effort: { type: number }
        note: { type: [string, "null"] }
        labels: { type: array, items: { type: string } }
        dueAt: { type: string, format: date-time }
      example: { id: t1, title: Sow, done: true, effort: 2, note: Soon, labels: [a, b], dueAt: "2024-01-02T03:04:05Z" }
`;

/** A part of a client that is written by hand. */
export interface Parts {
  readonly url?: (baseUrl: string, path: string) => string;
  readonly query?: (query: Readonly<Record<string, unknown>>) => URLSearchParams;
  readonly write?: (body: unknown) => string;
  readonly send?: (url: string, init: RequestInit) => Promise<Response>;
  readonly text?: (response: Response) => Promise<string>;
  readonly parse?: (text: string) => unknown;
  readonly result?: (given: unknown, status: number) => unknown;
}

/** Writes a query with a name for each item, and leaves out what is `undefined`. */
export function searchOf(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  return search;
}

const defaults: Required<Parts> = {
  url: (baseUrl, path) => baseUrl + path,
  query: searchOf,
  write: (body) => JSON.stringify(body),
  send: (url, init) => fetch(url, init),
  text: (response) => response.text(),
  parse: (text) => JSON.parse(text) as unknown,
  result: (given, status) => outcome({ kind: "answer", status, body: given }),
};

let description: Promise<Description> | undefined;

/** Verifies a client of the tasks that is faultless but for some of its parts. */
export async function verifyTasks(
  parts: Partial<Parts> = {},
  dates?: "text",
): Promise<VerifyReport> {
  const own = { ...defaults, ...parts };
  const client = tableClient(
    async ({ query, body }: CallInput, { baseUrl, signal, operation: { method, path } }) => {
      const search = String(own.query((query ?? {}) as Record<string, unknown>));
      const url = own.url(baseUrl, path) + (search === "" ? "" : `?${search}`);
      const written = body === undefined ? {} : { body: own.write(body) };
      const headers = body === undefined ? {} : { "content-type": "application/json" };
      const response = await own.send(url, { method, headers, signal, ...written });
      if (!response.ok) throw Object.assign(new Error(), { status: response.status });
      if (!(response.headers.get("content-type") ?? "").includes("json")) throw new TypeError();
      return own.result(own.parse(await own.text(response)), response.status);
    },
    dates === undefined ? {} : { dates },
  );
  description ??= read(tasks);
  return verifyClient({ description: await description, client, timeout: 3000 });
}
