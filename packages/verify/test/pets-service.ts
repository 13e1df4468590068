import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A pet as the service keeps it. */
export interface Pet {
  readonly id: string;
  readonly name: string;
}

/** A service of pets that listens, as a user has one. */
export interface PetsService {
  readonly url: string;
  readonly pets: Map<string, Pet>;
  /** `DELETE /pets/2`, in order. */
  readonly requests: string[];
  /** The headers of the same requests. */
  readonly headers: IncomingMessage["headers"][];
  close(): Promise<void>;
}

/** What a service does otherwise than its description says; `undefined` where it does nothing so. */
export type Fault = (request: IncomingMessage, pet: Pet | undefined) => Answer | undefined;

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts a service of the pets of `support.ts`, with the pet 1. */
export async function startPets(fault: Fault = () => undefined): Promise<PetsService> {
  const pets = new Map<string, Pet>([["1", { id: "1", name: "Rex" }]]);
  const requests: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  let last = 1;
  const answer = (request: IncomingMessage, body: string): Answer => {
    const [path = ""] = (request.url ?? "").split("?");
    const [, , id, below] = path.split("/");
    const pet = id === undefined ? undefined : pets.get(id);
    const wrong = fault(request, pet);
    if (wrong !== undefined) return wrong;
    if (id === undefined || id === "") {
      if (request.method === "GET") return { status: 200, body: { pets: [...pets.values()] } };
      const given = objectOf(body);
      if (given === undefined) return { status: 400, body: { message: "it is not an object" } };
      last += 1;
      const made = { ...given, id: String(last) } as Pet;
      pets.set(made.id, made);
      return { status: 201, body: made };
    }
    if (pet === undefined) return { status: 404, body: { message: "there is none" } };
    if (below !== undefined) return { status: 201, body: { id: `visit-${pet.id}`, name: "Ada" } };
    if (request.method !== "DELETE") return { status: 200, body: pet };
    pets.delete(pet.id);
    return { status: 204 };
  };
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => send(response, answer(request, body)));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pets,
    requests,
    headers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function objectOf(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  const isText = typeof body === "string";
  response.writeHead(status, {
    ...(body !== undefined && { "content-type": isText ? "text/plain" : "application/json" }),
    ...headers,
  });
  response.end(isText ? body : JSON.stringify(body));
}
