import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runCli, temporaryFolder, writeTree } from "../../../generator/test/support.ts";

const description = `openapi: 3.1.1
info: { title: Pets, version: "1" }
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters:
        - { name: id, in: path, required: true, schema: { type: string, maxLength: 40 } }
        - { name: token, in: query, schema: { type: string } }
      responses:
        "200":
          description: It.
          content:
            application/json:
              schema: { type: object, required: [name], properties: { name: { type: string } } }
`;

const entry = {
  startedDateTime: "2026-11-22T10:00:00.000Z",
  request: { method: "GET", url: "http://localhost:3000/pets/7?token=t0p-secret", headers: [] },
  response: {
    status: 200,
    headers: [{ name: "content-type", value: "application/json" }],
    content: { size: 10, text: '{"name":7}' },
  },
};

/** A folder with a description, a record of traffic, and the earlier revision of both. */
function folderOf(): string {
  const folder = temporaryFolder();
  const har = JSON.stringify({ log: { version: "1.2", entries: [entry] } });
  writeTree(folder, { "pets.yaml": description, "traffic.har": har });
  const git = (...args: readonly string[]): unknown =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
    });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message=First");
  writeFileSync(join(folder, "pets.yaml"), description.replace("required: [name], ", ""));
  return folder;
}

it("tells which calls break since an earlier revision, and how to see them again", async () => {
  const cwd = folderOf();
  const { code, stdout } = await runCli(["verify", "pets.yaml", "--against", "main"], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain("✗ incompatible-answer  the client of main does not expect");
  expect(stdout).toMatch(/pets\.yaml:\d+:\d+ \(main:pets\.yaml:15:\d+\)/);
  const command = "openapi-packages verify replay getPet/earlier-client@0 pets.yaml --against main";
  expect(stdout).toContain(command);
  writeTree(cwd, { "forward.json": '{ "verify": { "compatibility": "forward" } }' });
  const forward = ["--against", "main", "--config", "forward.json", "--format", "json"];
  const other = await runCli(["verify", "pets.yaml", ...forward], { cwd });
  expect(other.code).toBe(0);
  expect(JSON.parse(other.stdout)).toMatchObject({ side: "compatibility", passed: true });
});

it("verifies recorded traffic, without its secrets", async () => {
  const cwd = folderOf();
  const { code, stdout } = await runCli(["verify", "traffic.har", "pets.yaml"], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain(
    "entry 0 (2026-11-22T10:00:00.000Z): `name` of the answer 200 is 7, and should be",
  );
  expect(stdout).toContain("verify replay entry-0@0 traffic.har pets.yaml");
  expect(stdout).not.toContain("t0p-secret");
  const replay = ["replay", "entry-0@0", "traffic.har", "pets.yaml"];
  expect((await runCli(["verify", ...replay], { cwd })).code).toBe(1);
  const elsewhere = ["traffic.har", "pets.yaml", "--server", "https://api.example.com"];
  const other = await runCli(["verify", ...elsewhere], { cwd });
  expect(other.code).toBe(0);
  expect(other.stdout).toContain("1 entry of http://localhost:3000: each is at another server");
});

it("verifies a server by an earlier revision, with what is to succeed", async () => {
  const cwd = folderOf();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.setHeader("content-type", "application/json").end("{}");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => void server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = ["verify", "pets.yaml", "--server", url];
  const { code, stdout } = await runCli([...args, "--against", "main"], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain("✗ body  the answer 200 lacks `name`, which is required");
  expect(requests.every((request) => request.startsWith("GET /pets/"))).toBe(true);
});

it.each([
  [["pets.yaml", "--against", "mian"], 'no file "mian", and there is no revision "mian"'],
  [["pets.yaml", "--against", "main:pet.yaml"], "did you mean main:pets.yaml?"],
  [["pets.yaml", "--against", "main", "--client", "client.ts"], "choose one"],
  [["traffic.har", "pets.yaml", "--against", "main"], "choose one"],
  [["one.har", "two.har", "pets.yaml"], "name one file of traffic"],
  [["none.har", "pets.yaml"], "none.har cannot be read"],
])("exits with 2 for %j", async (args, message) => {
  const { code, stderr } = await runCli(["verify", ...args], { cwd: folderOf() });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
