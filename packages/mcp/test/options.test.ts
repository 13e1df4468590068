import { modelFromText, printEmitter } from "openapi-packages/emitter/testing";
import { expect, it } from "vitest";
import { mcp, type McpOptions } from "../src/index.ts";

const model = await modelFromText(`openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }
paths: { /: { get: { operationId: ping, responses: { "204": { description: Done. } } } } }
`);

it.for([
  [null, "its options must be an object"],
  [{ tool: "none" }, 'it has no option "tool"; there are tools, budget, serverName, envPrefix'],
  [{ constructor: 1 }, 'it has no option "constructor"'],
  [{ tools: "al" }, 'tools is "all", "none" or { tags, operations }, lists of texts, not "al"'],
  [{ tools: ["ping"] }, 'lists of texts, not ["ping"]'],
  [{ tools: { tags: "Pets" } }, 'lists of texts, not {"tags":"Pets"}'],
  [{ tools: { tag: ["Pets"] } }, 'lists of texts, not {"tag":["Pets"]}'],
  [{ budget: Number.NaN }, "budget is a number from 0, not NaN"],
  [{ budget: -1 }, "budget is a number from 0, not -1"],
  [{ budget: "100" }, 'budget is a number from 0, not "100"'],
  [{ serverName: 7 }, "serverName is a text, not 7"],
  [{ serverName: "Acme Pets" }, 'serverName "Acme Pets" must be at most 30 lower-case letters'],
  [{ envPrefix: "1" }, 'envPrefix "1" is not a valid start'],
] as const)("refuses the options %j", async ([options, message]) => {
  const run = printEmitter(mcp(options as McpOptions), model);
  await expect(run).rejects.toThrow(`the emitter mcpServer (packages[0]) failed: `);
  await expect(run).rejects.toThrow(message);
});

it("takes options without a value", async () => {
  const options = { budget: undefined } as unknown as McpOptions;
  expect((await printEmitter(mcp(options), model)).size).toBeGreaterThan(3);
});
