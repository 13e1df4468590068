/** Prints the number of functions of our packages that a server calls for a POST. Run by `called-functions.ts`. */
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { CalledFunctions } from "./called-by.ts";

const called = new CalledFunctions();
await called.begin();
const { createServer: createApi, partial } = await import("@genai-app/server");
const { toNodeListener } = await import("@openapi-packages/runtime/server/node");
const id = "26c9ab16-5e8a-4023-8bc1-000000000001";
const now = "2024-05-17T09:30:00Z";
const given = {
  name: "City trips",
  description: "Plans trips.",
  code: { default: {} },
  env_vars: [],
};
const kept = { created_by: id, created_at: now, updated_at: now, organization_id: id };
const structures = {
  createStructure: () => ({
    status: 201 as const,
    body: { ...given, ...kept, structure_id: id, latest_deployment_id: id, webhook_enabled: true },
  }),
};
const security = { bearerAuth: () => "user", apiKey: () => "user" };
const http = createServer(toNodeListener(createApi(partial({ structures }), { security })));
await once(http.listen(0, "127.0.0.1"), "listening");
const socket = connect((http.address() as AddressInfo).port, "127.0.0.1");
const body = JSON.stringify(given);
// In one piece, as a small request arrives.
const request = [
  "POST /structures HTTP/1.1",
  "host: service.test",
  "authorization: Bearer any",
  "content-type: application/json",
  `content-length: ${body.length}`,
  "",
  body,
].join("\r\n");

async function post(): Promise<void> {
  socket.write(request);
  const [answer] = (await once(socket, "data")) as [Buffer];
  if (!answer.toString().startsWith("HTTP/1.1 201 ")) throw new Error(answer.toString());
}

console.log(await called.countOf(post));
socket.destroy();
http.close();
