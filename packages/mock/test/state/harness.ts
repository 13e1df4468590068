import { createServerCore } from "../../../runtime/src/server/core.ts";
import type { MockDescription } from "../../src/description.ts";
import { examplesOf } from "../../src/examples-of.ts";
import { MockState } from "../../src/state/mock-state.ts";
import type { StateSettings } from "../../src/state/mock-state.ts";
import type { HttpRequest, HttpResponse, Server } from "../../../runtime/src/server/types.ts";
import { library } from "./library.ts";
import { ManualClock } from "./manual-clock.ts";

/** An answer as a test looks at it. */
export interface Seen {
  readonly status: number;
  readonly headers: HttpResponse["headers"];
  readonly body: unknown;
}

/** A mock of the library on the server core. */
export interface Mocked {
  readonly state: MockState;
  readonly clock: ManualClock;
  readonly server: Server;
  send(line: string, body?: unknown, more?: Partial<HttpRequest>): Promise<Seen>;
  /** The body of an answer of success, with members to look at. */
  get(line: string, body?: unknown): Promise<{ readonly [member: string]: unknown }>;
}

/** Puts the state of a description onto the server core, which checks every answer. */
export function mocked(
  settings: Partial<StateSettings> = {},
  description: MockDescription = library,
  principal: unknown = undefined,
): Mocked {
  const clock = (settings.clock as ManualClock | undefined) ?? new ManualClock();
  const byId = new Map(description.operations.map((one) => [one.operation.operationId, one]));
  const mockOf = (operationId: string) => byId.get(operationId) ?? raise(operationId);
  const state = new MockState(description, {
    seed: 1,
    start: "examples",
    isOn: () => true,
    examplesOf: (operationId) => examplesOf(mockOf(operationId)),
    validatorsOf: (operationId) => mockOf(operationId).validators,
    ...settings,
    clock,
  });
  const routes = description.operations.map(({ operation, validators }) => ({
    operation,
    validators,
    handler: state.handlerOf(operation.operationId) as never,
  }));
  const server = createServerCore(description.api, routes, {
    validateResponses: "strict",
    context: (base) => ({ ...base, principal }),
    onError: ({ error }) => {
      throw error;
    },
  });
  const send: Mocked["send"] = async (line, body, more) => {
    const request = requestOf(line, body, more);
    const contents = state.contents(request);
    return seen(await (contents ?? server.handle(request)));
  };
  const get: Mocked["get"] = async (line, body) => {
    const answer = await send(line, body);
    if (answer.status >= 300) throw new Error(`${line}: ${answer.status} ${text(answer.body)}`);
    return answer.body as { [member: string]: unknown };
  };
  return { state, clock, server, send, get };
}

export function requestOf(line: string, body?: unknown, more?: Partial<HttpRequest>): HttpRequest {
  const [method = "", url = ""] = line.split(" ");
  const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body));
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  return { method, url, body: bytes, ...more, headers: { ...headers, ...more?.headers } };
}

async function seen({ status, headers, body }: HttpResponse): Promise<Seen> {
  if (body === undefined) return { status, headers, body };
  if (body instanceof Uint8Array) return { status, headers, body: new TextDecoder().decode(body) };
  if (typeof body !== "string") {
    const pieces = await Array.fromAsync(body);
    return { status, headers, body: pieces.join("") };
  }
  const isJson = String(headers["content-type"]).includes("json");
  return { status, headers, body: isJson ? JSON.parse(body) : body };
}

const text = (body: unknown): string => JSON.stringify(body);

function raise(operationId: string): never {
  throw new Error(`there is no operation ${operationId}`);
}
