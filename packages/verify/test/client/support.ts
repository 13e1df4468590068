import type { CallInput } from "@openapi-packages/runtime/client";
import type { Description } from "@openapi-packages/compiler";
import {
  tableClient,
  verifyClient,
  type ClientAdapter,
  type VerifyReport,
} from "@openapi-packages/verify";
import { describe as read } from "../support.ts";

/** An archive of notes: one operation with each kind of thing that clients get wrong. */
export const notes = `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
security: [{ key: [] }]
paths:
  /notes:
    get:
      operationId: ListNotes
      tags: [notes]
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1 } }
        - { name: words, in: query, schema: { type: array, items: { type: string } } }
        - { name: ids, in: query, explode: false, schema: { type: array, items: { type: integer } }, example: [1, 2] }
        - { name: X-Trace, in: header, schema: { type: string } }
      responses:
        "200":
          description: Notes.
          headers: { X-Total: { required: true, schema: { type: integer } } }
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Note" } }
              example: [{ id: a, text: One }, { id: b, text: Two }]
        "400": { $ref: "#/components/responses/Refused" }
    post:
      operationId: CreateNote
      tags: [notes]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewNote" } } }
      responses:
        "201":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Note" }, example: { id: c, text: Three } } }
        "400": { $ref: "#/components/responses/Refused" }
  /notes/{noteId}:
    parameters:
      - { name: noteId, in: path, required: true, schema: { type: string, minLength: 1 } }
    get:
      operationId: GetNote
      tags: [notes]
      responses:
        "200":
          description: The note.
          content: { application/json: { schema: { $ref: "#/components/schemas/Note" }, example: { id: d, text: Four } } }
        "404": { $ref: "#/components/responses/Refused" }
    delete:
      operationId: DeleteNote
      tags: [notes]
      responses:
        "204": { description: Deleted. }
        "404": { $ref: "#/components/responses/Refused" }
  /changes:
    get:
      operationId: WatchNotes
      tags: [notes]
      responses:
        "200":
          description: Changes.
          content:
            text/event-stream:
              itemSchema: { $ref: "#/components/schemas/Change" }
              x-event-stream: { terminal: { data: "[DONE]" }, errorEvent: error }
              examples: { two: { value: [{ text: One, kind: new }, { text: Two, kind: old }] } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    NewNote: { type: object, required: [text], properties: { text: { type: string } } }
    Note: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } }
    Change: { type: object, required: [text], properties: { text: { type: string }, kind: { type: string } } }
    Error: { type: object, required: [message], properties: { message: { type: string } } }
  responses:
    Refused:
      description: Refused.
      content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } }
`;

/** A request of the client that is written by hand, before it is sent. */
export interface Draft {
  method: string;
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: string | undefined;
}

/** What a fault may change of a faultless client. */
export interface Faults {
  readonly draft?: (draft: Draft, input: CallInput) => void;
  readonly send?: (url: string, init: RequestInit) => Promise<Response>;
  /** Reads an answer. */
  readonly read?: (response: Response) => Promise<unknown>;
  readonly lines?: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<string>;
  readonly stream?: (response: Response) => AsyncIterable<unknown>;
  /** False for a client whose calls cannot be aborted. Default: true. */
  readonly takesSignal?: boolean;
  /** Around a call. */
  readonly around?: (call: () => Promise<unknown>, operationId: string) => Promise<unknown>;
}

/** The error of the client that is written by hand. */
class HttpError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** A client of the notes that is written by hand: faultless, but for what it is given. */
export function notesClient(faults: Faults = {}): ClientAdapter {
  const call = async (
    input: CallInput,
    context: Parameters<
      Extract<Parameters<typeof tableClient>[0], (...given: never) => unknown>
    >[1],
  ): Promise<unknown> => {
    const { baseUrl, credentials, operation } = context;
    const signal = faults.takesSignal === false ? null : context.signal;
    const draft = draftOf(operation, input, String(credentials["key"]));
    faults.draft?.(draft, input);
    const { method, path, headers, query, body } = draft;
    const search = query.map(([name, value]) => `${name}=${value}`).join("&");
    const url = baseUrl + path + (search === "" ? "" : `?${search}`);
    const init = {
      method,
      headers,
      signal,
      redirect: "manual",
      ...(body !== undefined && { body }),
    } as const;
    const run = async (): Promise<unknown> => {
      const response = await (faults.send ?? fetch)(url, init);
      if (faults.read !== undefined) return faults.read(response);
      return operation.isStream && response.ok
        ? (faults.stream ?? ((own) => eventsOf(own, faults.lines ?? linesOf)))(response)
        : readAnswer(response);
    };
    return faults.around === undefined ? run() : faults.around(run, operation.operationId);
  };
  return tableClient(call, { name: "by hand", sendsCredentials: true });
}

function draftOf(
  { method, path }: { readonly method: string; readonly path: string },
  input: CallInput,
  key: string,
): Draft {
  const values = { ...input.path } as Record<string, string>;
  const query = Object.entries({ ...input.query }).flatMap(([name, value]): [string, string][] => {
    if (name === "ids") return [[name, (value as number[]).join(",")]];
    return [value].flat().map((one): [string, string] => [name, encodeURIComponent(String(one))]);
  });
  return {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(values[name])),
    ),
    query,
    headers: {
      "X-Key": key,
      ...(input.header as Record<string, string>),
      ...(input.body !== undefined && { "Content-Type": "application/json" }),
    },
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
  };
}

async function readAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json");
  if (!response.ok) throw new HttpError(response.status, isJson ? JSON.parse(text) : text);
  if (response.status === 204 || text === "") return undefined;
  if (!isJson) throw new TypeError("the answer is not JSON");
  return JSON.parse(text) as unknown;
}

/** Lines of UTF-8 that end with CR LF, LF or CR (WHATWG HTML, 9.2.5). */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  let endedByReturn = false;
  for await (const chunk of chunks) {
    for (const character of decoder.decode(chunk, { stream: true })) {
      const isSecondOfTwo = character === "\n" && endedByReturn;
      endedByReturn = character === "\r";
      if (isSecondOfTwo) continue;
      if (character !== "\n" && character !== "\r") rest += character;
      else {
        yield rest;
        rest = "";
      }
    }
  }
}

/** The items of server-sent events. */
export async function* eventsOf(
  response: Response,
  lines: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<string>,
): AsyncGenerator<unknown> {
  if (!(response.headers.get("content-type") ?? "").startsWith("text/event-stream"))
    throw new TypeError("the answer is not a stream");
  let data: string[] = [];
  let event = "";
  for await (const line of lines(response.body as unknown as AsyncIterable<Uint8Array>)) {
    const [, name, value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === "data") data.push(value);
    if (name === "event") event = value;
    if (line !== "" || data.length === 0) continue;
    const text = data.join("\n");
    if (event === "error") throw new Error(text);
    if (text === "[DONE]") return;
    yield JSON.parse(text) as unknown;
    data = [];
    event = "";
  }
  throw new Error("the stream ends before its last event");
}

let description: Promise<Description> | undefined;

/**
 * Verifies a client of the notes.
 *
 * @param timeout the limit of a call in milliseconds, for faults that only time ends
 */
export async function verifyNotes(
  faults: Faults = {},
  operations?: readonly string[],
  timeout = 1500,
): Promise<VerifyReport> {
  description ??= read(notes);
  return verifyClient({
    description: await description,
    client: notesClient(faults),
    // A faultless client has all the time that it has anywhere.
    ...(Object.keys(faults).length > 0 && { timeout }),
    ...(operations && { operations }),
  });
}
