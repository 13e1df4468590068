import type { WalkSubject } from "./subject.ts";

/** An answer whose body is an object, or a list. */
export interface Sent {
  readonly status: number;
  readonly body: { readonly [member: string]: unknown };
}

/** Sends requests with JSON to a mock. */
export const sender =
  ({ mock }: WalkSubject) =>
  async (method: string, path: string, body?: unknown): Promise<Sent> => {
    const headers = { authorization: "Bearer any", "content-type": "application/json" };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await mock.fetch(`http://localhost${path}`, init);
    const text = await response.text();
    return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
  };
