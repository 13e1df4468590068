import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "./support.ts";

const schema = (properties: string): string =>
  `content: { application/json: { schema: { type: object, required: [name], properties: { ${properties} } } } }`;
const record = schema("id: { type: string }, name: { type: string }");

/** Two resources with the same operations. */
const description = await read(`openapi: 3.1.0
info: { title: Shelter, version: 1.0.0 }
paths:
${["pets", "owners"]
  .map(
    (name) => `
  /${name}:
    post:
      operationId: add-${name}
      requestBody: { required: true, ${schema("name: { type: string }")} }
      responses: { "201": { description: Made., ${record} } }
  /${name}/{${name}Id}:
    parameters: [{ name: ${name}Id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: get-${name}
      responses: { "200": { description: It., ${record} }, "404": { description: None. } }
    delete:
      operationId: delete-${name}
      responses: { "204": { description: Gone. }, "404": { description: None. } }`,
  )
  .join("\n")}
`);

/** Starts a service whose resources count their records alike, and that shows names as numbers. */
async function startShelter() {
  const all = new Map<string, number>();
  const gone = new Set<string>();
  const server = createServer((request, response) => {
    const [, name = "", id] = (request.url ?? "").split(/[/?]/);
    const count = all.get(name) ?? 0;
    const answer = (status: number, body?: object): void => {
      response.writeHead(status, body && { "content-type": "application/json" });
      response.end(body && JSON.stringify(body));
    };
    request.resume().on("end", () => {
      if (id === undefined) {
        all.set(name, count + 1);
        return answer(201, { id: String(count + 1), name: "Rex" });
      }
      const isThere = Number(id) >= 1 && Number(id) <= count && !gone.has(`${name} ${id}`);
      if (!isThere) return answer(404);
      if (request.method !== "DELETE") return answer(200, { id, name: 7 });
      gone.add(`${name} ${id}`);
      return answer(204);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

test("a command names the record that its path names, where another resource has one of the same key", async () => {
  const service = await startShelter();
  try {
    const server = service.url;
    const { failures } = await verifyServer({ description, server, disposable: true });
    for (const name of ["pets", "owners"]) {
      const found = failures.find((one) => one.operationId === `get-${name}`);
      const curl = found?.steps.find(({ request }) => request.method === "GET")?.curl;
      const [, note] = curl?.split("  # ") ?? [];
      const made = `, which POST /${name} made and which is gone`;
      expect(note?.replace(/\d+/, "KEY")).toBe(`needs a record in place of KEY${made}`);
    }
  } finally {
    await service.close();
  }
});
