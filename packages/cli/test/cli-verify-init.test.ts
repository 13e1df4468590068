import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runCli, temporaryFolder, writeTree } from "../../../generator/test/support.ts";

const description = `
openapi: 3.1.1
info: { title: Rooms, version: "1" }
security: [{ bearerAuth: [] }]
paths:
  /rooms/{room-id}:
    parameters: [{ name: room-id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getRoom
      responses:
        "200":
          description: It.
          content: { application/json: { schema: { $ref: "#/components/schemas/Room" } } }
        "404": { description: There is none. }
    delete:
      operationId: "delete: #room"
      responses: { "204": { description: It is gone. } }
  /bookings:
    post:
      operationId: book
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [card, "null", a/b]
              properties:
                card: { type: string, x-sensitive: true, example: card-of-somebody }
                "null": { type: string }
                a/b: { type: string }
                note: { type: string }
      responses: { "204": { description: It is booked. }, "422": { description: It is not. } }
  /hours:
    get:
      operationId: getHours
      responses: { "204": { description: They are. } }
components:
  schemas:
    Room: { type: object, required: [id], properties: { id: { type: string } } }
  securitySchemes: { bearerAuth: { type: http, scheme: bearer } }
`;

/** It has one room, which nobody describes, and takes no booking. */
const rooms: RequestListener = (request, response) => {
  const statuses = { "/rooms/7": 200, "/bookings": 422, "/hours": 204 };
  const path = request.url as keyof typeof statuses;
  response.writeHead(request.headers.authorization === undefined ? 401 : (statuses[path] ?? 404));
  response.end();
};

async function serve(): Promise<string> {
  const server = createServer(rooms);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const env = { ...process.env, ROOMS_TOKEN: "token-of-somebody" };
const credential = ["--credential", "bearerAuth=${ROOMS_TOKEN}"];

it("writes what a run could not reach as lines to fill in, which verify takes then", async () => {
  const cwd = temporaryFolder();
  const url = await serve();
  writeTree(cwd, {
    "rooms.yaml": description,
    "filled.json": '{ "verify": { "expectations": "verify-expectations.yaml" } }',
  });
  const args = ["rooms.yaml", "--server", url, ...credential];
  const { stderr } = await runCli(["verify", "init", ...args], { cwd, env });
  expect(stderr).toContain("verify-expectations.yaml is written");
  const path = join(cwd, "verify-expectations.yaml");
  const written = readFileSync(path, "utf8");
  expect(written).toMatchInlineSnapshot(`
    "# What the description of the service does not say, for verify. Comments are what a run could not reach.
    # Fill in the value of a line, remove the # before it and before the lines that it stands below, and name this
    # file in verify.expectations of the configuration.

    # Identifiers of records that are there.
    #parameters:
    #  # getRoom: there may be no Room to name in {room-id} of /rooms/{room-id}
    #  # delete: #room: there may be no Room to name in {room-id} of /rooms/{room-id}
    #  room-id: ""

    # Inputs that the service takes. Keep the parts that it asks for.
    #inputs:
    #  # whether it may refuse its example
    #  # whether it may refuse an input made of its schemas
    #  # an input that it takes: it answers 422 to the one of the description
    #  book:
    #    bodyParts:
    #      /card: null
    #      /null: null
    #      "/a~1b": null

    # Operations that change or delete data, and were left alone. Name those that may be called, or pass
    # --disposable if the server exists only for the test.
    #destructive:
    #  - "delete: #room" # DELETE /rooms/{room-id}

    # Not reached for other reasons.
    # - getRoom: whether /rooms/{room-id} refuses other methods, which may change data (disposable)
    # - book: whether /bookings refuses other methods, which may change data (disposable)

    # Credentials stay in the environment, and are given on the command line:
    # --credential 'bearerAuth=\${ROOMS_TOKEN}' (given)
    "
  `);
  expect(written).not.toMatch(/of-somebody/);

  const replay = ["verify", ...args, "--config", "filled.json", "--format", "json"];
  const asWritten = await runCli(replay, { cwd, env });
  expect(JSON.parse(asWritten.stdout)).toHaveProperty("coverage");
  const filled = written.replaceAll(/^#(?! \S)/gm, "").replace('room-id: ""', "room-id: 7");
  writeTree(cwd, { "verify-expectations.yaml": filled });
  const { stdout } = await runCli(replay, { cwd, env });
  const { coverage } = JSON.parse(stdout) as { coverage: readonly { operationId: string }[] };
  const getRoom = coverage.find(({ operationId }) => operationId === "getRoom");
  expect(getRoom).toMatchObject({ statuses: { 200: expect.any(Number) } });
});

it("overwrites an existing file only with --force", async () => {
  const cwd = temporaryFolder();
  const url = await serve();
  writeTree(cwd, { "rooms.yaml": description, "mine.yaml": "leaveAlone: [book]\n" });
  const args = ["verify", "init", "rooms.yaml", "--server", url, ...credential];
  const init = [...args, "--out", "mine.yaml"];
  const kept = await runCli(init, { cwd, env });
  expect(kept).toMatchObject({ code: 2, stdout: "" });
  expect(kept.stderr).toContain('"mine.yaml" exists: name another file with --out, or add --force');
  expect(readFileSync(join(cwd, "mine.yaml"), "utf8")).toBe("leaveAlone: [book]\n");
  await runCli([...init, "--force"], { cwd, env });
  expect(readFileSync(join(cwd, "mine.yaml"), "utf8")).toContain("#inputs:");
});

it.each([
  [["init", "rooms.yaml", "--client", "client.js"], "verify init is about a server"],
  [
    ["rooms.yaml", "--server", "http://localhost", "--force"],
    "--out and --force are of verify init",
  ],
])("refuses %j", async (args, message) => {
  const cwd = temporaryFolder();
  writeTree(cwd, { "rooms.yaml": description });
  const { code, stderr } = await runCli(["verify", ...args], { cwd });
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});
