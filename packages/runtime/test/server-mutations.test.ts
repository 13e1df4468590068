import { expect, test } from "vitest";
import { abuseRequests, abuseRoutes } from "./abuse-routes.ts";
import { requests, runMutations } from "./mutation-run.ts";
import { send, serve } from "./server-harness.ts";

test.each(abuseRequests.map(({ method, url }, index) => ({ method, url, index })))(
  "$method $url is valid as it is",
  async ({ method, url, index }) => {
    const { status } = await send(serve(abuseRoutes), method, url, abuseRequests[index]);
    expect(status).toBe(200);
  },
);

test("random changes of valid requests are taken or refused, never a failure", async () => {
  const failures: unknown[] = [];
  const server = serve(abuseRoutes, {
    maxBodyBytes: 64 * 1024,
    onError: ({ error }) => failures.push(error),
  });
  const { statuses, growth } = await runMutations(server, abuseRequests, (_, response) => {
    const { status, headers, body } = response;
    if (failures.length > 0) return String(failures[0]);
    if ("polluted" in {}) return "the prototype of objects has changed";
    if (status >= 500) return "the server failed";
    const isJson = /json/.test(String(headers["content-type"])) && typeof body === "string";
    if (isJson && body !== "") JSON.parse(body);
    const lines = Object.values(headers).flat();
    return lines.some((line) => /[\r\n\0]/.test(line)) ? "a header has a line break" : undefined;
  });
  const count = (status: number): number => statuses.get(status) ?? 0;
  // Both ways are gone often: else nothing would have been tried.
  expect(count(200)).toBeGreaterThan(requests / 10);
  expect(count(400)).toBeGreaterThan(requests / 30);
  for (const status of [404, 405, 406, 413, 414, 415, 431])
    expect(count(status)).toBeGreaterThan(0);
  expect(growth).toBeLessThan(8 * 2 ** 20);
});
