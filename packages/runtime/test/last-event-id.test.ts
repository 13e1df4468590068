import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { OperationDescriptor } from "../src/index.ts";
import { withEventFields } from "../src/index.ts";
import { createServerCore } from "../src/server/index.ts";
import { toNodeListener } from "../src/server/node.ts";
import { callStream, clientOf } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

const events = { mediaType: "text/event-stream", stream: "server-sent-events" } as const;

const operation: OperationDescriptor = {
  operationId: "Watch",
  method: "GET",
  path: "/events",
  responses: { 200: { content: [{ ...events, terminal: { event: "end" } }] } },
};

/** The ids behind which a client goes on, once as the bytes of its requests and once as the handler gets them. */
async function resumedBehind(id: string): Promise<{ bytes: string; given: string | undefined }> {
  const seen: { bytes: string; given: string | undefined }[] = [];
  const handler = (_: unknown, context: { lastEventId?: string | undefined; request: object }) => {
    const { headers } = context.request as { headers: { "last-event-id"?: string } };
    seen.push({ bytes: headers["last-event-id"] ?? "", given: context.lastEventId });
    const [item, fields] = seen.length > 1 ? [{ n: 2 }, { event: "end" }] : [{ n: 1 }, { id }];
    return { status: 200, body: [withEventFields(item, fields)] };
  };
  const routes = [{ operation, validators: {}, handler }];
  const core = createServerCore(fixture.api, routes);
  const server = createServer(toNodeListener(core)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { core: caller } = clientOf({ baseUrl: `http://127.0.0.1:${port}` });
  const items = [{ n: 1 }, { n: 2 }];
  const options = { resume: true, maxRetryAfter: 0 };
  expect(await Array.fromAsync(callStream(caller, operation, {}, options))).toEqual(items);
  server.close();
  return seen[1] ?? { bytes: "none", given: undefined };
}

test.each(["1", "é", "Łódź", "日本 🙂", "ÃŸ"])(
  "a stream is resumed behind the id %s, whose bytes are sent in UTF-8",
  async (id) => {
    const { bytes, given } = await resumedBehind(id);
    expect(Buffer.from(bytes, "latin1").toString("utf8")).toBe(id);
    expect(given).toBe(id);
  },
);

test("an id of other clients that is no UTF-8 is given as its characters", async () => {
  let given: string | undefined;
  const handler = (_: unknown, context: { lastEventId?: string | undefined }) => {
    given = context.lastEventId;
    return { status: 200, body: [] };
  };
  const server = createServerCore(fixture.api, [{ operation, validators: {}, handler }]);
  await server.handle({ method: "GET", url: "/events", headers: { "last-event-id": "\xe9" } });
  expect(given).toBe("\xe9");
});
