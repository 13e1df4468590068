import type { ClientError } from "@genai-app/contract";

/** A 404 for a resource that does not exist. */
export function notFound(what: string, name: string): { status: 404; body: ClientError } {
  const message = `there is no ${what} ${JSON.stringify(name)}`;
  return { status: 404, body: { type: "NotFound", errors: [{ message }] } };
}

/** A 409 for a request that conflicts with the state of a resource. */
export function conflict(message: string): { status: 409; body: ClientError } {
  return { status: 409, body: { type: "Conflict", errors: [{ message }] } };
}

/** A 400 for a query parameter that is well-formed but out of range. */
export function badQuery(name: string, message: string): { status: 400; body: ClientError } {
  const error = { in: "query", pointer: `/${name}`, keyword: "range", message };
  return { status: 400, body: { type: "ValidationError", errors: [error] } };
}
