import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createMock, description as mockDescription } from "@genai-app/mocks";
import { serveMock } from "@openapi-packages/mock/node";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { node } from "../../../generator/test/support.ts";
import { connected, textsOf, valueOf } from "./connect.ts";
import { generatedOnce, ownDescription } from "./generated.ts";

const generated = generatedOnce(ownDescription);

type Json = Record<string, unknown>;

/**
 * Creates an assistant, runs it and follows the run by tool calls.
 *
 * @returns the number of events, and of the notifications that were heard
 */
async function createRunAndFollow(client: Client): Promise<{ events: number; heard: number }> {
  const execute = (operation: string, input: Json, onprogress?: (message: string) => void) =>
    client.callTool(
      { name: "execute", arguments: { operation, input } },
      onprogress ? { onprogress: ({ message = "" }) => onprogress(message) } : {},
    );
  const found = textsOf(
    await client.callTool({ name: "search", arguments: { query: "create an assistant" } }),
  );
  expect(found[0]).toMatch(/^CreateAssistant: /);
  const described = await client.callTool({
    name: "describe",
    arguments: { operation: "CreateAssistant" },
  });
  expect(textsOf(described)[0]).toContain('"name":{"type":"string"');

  const created = valueOf(await execute("CreateAssistant", { name: "Porto" })) as Json;
  expect(created).toMatchObject({ name: "Porto" });
  const { assistant_id } = created;
  const run = valueOf(
    await execute("CreateAssistantRun", { assistant_id, input: "Plan a day.", stream: true }),
  ) as Json;
  expect(run).toMatchObject({ assistant_id, status: "QUEUED", input: "Plan a day." });

  const heard: string[] = [];
  const followed = await execute(
    "GetAssistantRunEventsSSE",
    { assistant_run_id: run["assistant_run_id"] },
    (message) => heard.push(message),
  );
  const events = valueOf(followed) as Json[];
  expect(followed.isError ?? false).toBe(false);
  return { events: events.length, heard: heard.length };
}

it("an assistant is created, run and followed by tool calls in memory", async () => {
  const { definition, notes } = generated();
  expect(notes[0]).toMatch(/^the tools of all \d+ operations would cost about [\d,]+ tokens/);
  const mock = createMock();
  const client = await connected(definition, {
    fetch: (input, init) => mock.fetch(new Request(input, init)),
  });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["search", "describe", "execute"]);
  const { events, heard } = await createRunAndFollow(client);
  expect(events).toBeGreaterThan(0);
  expect(heard).toBe(events);

  const missing = await client.callTool({
    name: "execute",
    arguments: { operation: "GetAssistant", input: { assistant_id: "unknown" } },
  });
  expect(missing.isError).toBe(true);
  expect(valueOf(missing)).toMatchObject({ status: expect.any(Number) as number });
});

it("an assistant is created, run and followed over stdio", async () => {
  const { folder } = generated();
  const mock = await serveMock(mockDescription, { port: 0, isQuiet: true });
  onTestFinished(() => mock.close());
  const client = new Client({ name: "t", version: "1" });
  const main = join(folder, "api", "mcp", "main.ts");
  await client.connect(
    new StdioClientTransport({
      command: node,
      args: ["--conditions=@openapi-packages/source", main],
      env: { TEST_BASE_URL: mock.url, TEST_BEARER_AUTH: "secret" },
    }),
  );
  onTestFinished(() => client.close());
  // The client forgets who listens when the result is read, which may be in one piece with notifications.
  const { events } = await createRunAndFollow(client);
  expect(events).toBeGreaterThan(0);
});
