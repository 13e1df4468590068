import type { ClientError } from "@genai-app/contract";

/** What is not there. */
export function notFound(what: string, name: string): { status: 404; body: ClientError } {
  const message = `there is no ${what} ${JSON.stringify(name)}`;
  return { status: 404, body: { type: "NotFound", errors: [{ message }] } };
}

/** What cannot be done as things are. */
export function conflict(message: string): { status: 409; body: ClientError } {
  return { status: 409, body: { type: "Conflict", errors: [{ message }] } };
}

/** A query parameter that is well-formed and makes no sense. */
export function badQuery(name: string, message: string): { status: 400; body: ClientError } {
  const error = { in: "query", pointer: `/${name}`, keyword: "range", message };
  return { status: 400, body: { type: "ValidationError", errors: [error] } };
}
