import { execFileSync } from "node:child_process";
import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { startPets } from "./pets-service.ts";
import { describe as read, pets } from "./support.ts";

/** The arguments that a shell gives to curl, by a printed command and variables of the environment. */
function argumentsOf(command: string, variables: Readonly<Record<string, string>>): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const output = execFileSync("sh", ["-c", script], { env: { ...variables }, encoding: "utf8" });
  return output.split("\0").slice(0, -1);
}

const accounts = `openapi: 3.1.0
info: { title: Accounts, version: 1.0.0 }
paths:
  /accounts:
    post:
      operationId: CreateAccount
      tags: [accounts]
      parameters:
        - { name: access_token, in: query, required: true, schema: { type: string }, example: token-of-ann }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name, password, pins]
              properties:
                name: { type: string }
                password: { type: string, format: password }
                pins: { type: array, items: { type: integer, x-sensitive: true } }
            example: { name: "Ann's  # needs", password: pass of ann, pins: [4711] }
      responses: { "204": { description: Done. } }
  /login:
    post:
      operationId: Login
      tags: [accounts]
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, required: [user, password], properties: { user: { type: string }, password: { type: string, format: password } } }
            example: { user: a b, password: pass of ann }
      responses: { "204": { description: Done. } }
`;

const failing = async (operation: string): Promise<string> => {
  const { failures } = await verifyServer({
    description: await read(accounts),
    server: { fetch: () => new Response(null, { status: 299 }) },
    replay: [`${operation}/example`],
  });
  return failures[0]?.steps[0]?.curl ?? "";
};

test("a command has variables in the places of secrets, and says which it needs", async () => {
  const curl = await failing("CreateAccount");
  expect(curl).not.toMatch(/REDACTED|pass of ann|4711|token-of-ann/);
  expect(curl).toMatch(/ {2}# needs \$ACCESS_TOKEN, \$PASSWORD, \$PINS$/);
  const sent = argumentsOf(curl, {
    ACCESS_TOKEN: "token-of-ann",
    PASSWORD: "pass of ann",
    PINS: "4711",
  });
  expect(sent).toContain("http://localhost/accounts?access_token=token-of-ann");
  expect(sent.at(-1)).toBe('{"name":"Ann\'s  # needs","password":"pass of ann","pins":[4711]}');
});

test("a form has them too", async () => {
  const curl = await failing("Login");
  expect(curl).not.toMatch(/REDACTED|pass of ann/);
  expect(argumentsOf(curl, { PASSWORD: "pass+of+ann" }).at(-1)).toBe(
    "user=a+b&password=pass+of+ann",
  );
});

test.each([
  { disposable: true, isGone: true },
  { disposable: false, isGone: false },
])("a command says that a record is gone: $isGone", async ({ disposable, isGone }) => {
  const service = await startPets(({ method }, pet) =>
    method === "GET" && pet !== undefined && pet.id !== "1"
      ? { status: 200, body: { ...pet, name: 7 } }
      : undefined,
  );
  try {
    const { failures } = await verifyServer({
      description: await read(pets),
      server: service.url,
      disposable,
    });
    const steps = failures.flatMap((one) => one.steps);
    const ofMade = steps.filter(({ request }) => /\/pets\/[2-9]\d*$/.test(request.url));
    expect(ofMade).not.toEqual([]);
    const note = /needs a record in place of \d+, which POST \/pets made and which is gone$/;
    for (const { curl } of ofMade) expect(note.test(curl)).toBe(isGone);
    const others = steps.filter(({ request }) => request.url.endsWith("/pets/1"));
    for (const { curl } of others) expect(curl).not.toContain("needs a record");
  } finally {
    await service.close();
  }
});
