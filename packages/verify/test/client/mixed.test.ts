import { request } from "node:http";
import { text } from "node:stream/consumers";
import { outcome, tableClient, verifyClient } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { notes } from "./support.ts";

/** Sends a request without the credential that the description wants. */
function send(method: string, url: string, onSent: () => void, body?: unknown) {
  const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof outcome>>();
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const outgoing = request(url, { method, headers, agent: false }, (incoming) => {
    void text(incoming).then((answer) => {
      const status = incoming.statusCode ?? 0;
      const given: unknown = answer === "" ? undefined : JSON.parse(answer);
      return resolve(outcome({ kind: "answer", status, body: given }));
    }, reject);
  });
  outgoing.once("error", reject).once("finish", onSent);
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

test("requests that cannot be read are not told apart by the order in which they come", async () => {
  const deleted = Promise.withResolvers<void>();
  let calls = 0;
  const client = tableClient(
    {
      // Of two calls at the same time, which come after the two in turn, the first one sends last.
      CreateNote: async ({ body }, { baseUrl }) => {
        calls += 1;
        if (calls === 2) await deleted.promise;
        return send("POST", `${baseUrl}/notes`, () => undefined, body);
      },
      DeleteNote: async ({ path }, { baseUrl }) => {
        const url = `${baseUrl}/notes/${encodeURIComponent(String(Reflect.get(path ?? {}, "noteId")))}`;
        return send("DELETE", url, () => calls === 2 && deleted.resolve());
      },
    },
    { sendsCredentials: true },
  );
  const { failures } = await verifyClient({
    description: await read(notes),
    client,
    replay: ["CreateNote/mixed/DeleteNote"],
  });
  expect(calls).toBe(2);
  expect(failures.map(({ check }) => check)).not.toContain("mixed-calls");
});
