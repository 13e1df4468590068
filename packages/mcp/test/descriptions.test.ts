import type { Client } from "@modelcontextprotocol/client";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { join } from "node:path";
import { modelFromFile } from "openapi-packages/emitter/testing";
import { describe, expect, it } from "vitest";
import { caseNames, goldenFolder } from "../../../generator/test/support.ts";
import type { McpDefinition } from "../src/server/index.ts";
import { mostToolTokens } from "../src/tools/operation-tool.ts";
import { estimateTokens } from "../src/tools/tokens.ts";
import { connected } from "./connect.ts";
import { ownDescription } from "./generated.ts";
import { selected } from "./selected.ts";

/** What clients refuse, or take out of a schema. */
const refused = ["$ref", "$defs", "definitions", "oneOf", "allOf", "const", "not", "if"];

/** The keywords of a schema and of all schemas in it, names of members left out. */
function keywordsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === "properties") return Object.values(value as object).flatMap(keywordsOf);
    if (keyword === "anyOf") return [keyword, ...(value as object[]).flatMap(keywordsOf)];
    if (keyword === "type" && Array.isArray(value)) return ["type as a list"];
    return ["items", "additionalProperties"].includes(keyword)
      ? [keyword, ...keywordsOf(value)]
      : [keyword];
  });
}

const descriptions = [
  ["own", ownDescription],
  ...caseNames(goldenFolder).map((name) => [name, join(goldenFolder, name, "description.yaml")]),
] as const;

describe("clients and Ajv take all tools", () => {
  it.for(descriptions)("%s", async ([, path = ""]) => {
    const model = await modelFromFile(path);
    const { groups, schemas } = selected(model, { tools: "all" });
    const operations = groups.flatMap((group) => group.operations);
    const definition = {
      name: "pets",
      title: "Pets",
      version: "1",
      operations,
      schemas,
      sensitive: [],
    };
    const client: Client = await connected(definition as unknown as McpDefinition);
    const { tools } = await client.listTools();
    const ajv = addFormats.default(new Ajv2020({ strict: false, validateFormats: true }));
    for (const { name, inputSchema } of tools) {
      expect(name).toMatch(/^[\w-]{1,53}$/);
      expect(
        Object.keys(inputSchema).filter(
          (key) => !/^(type|properties|required|additionalProperties)$/.test(key),
        ),
      ).toEqual([]);
      const keywords = keywordsOf(inputSchema);
      expect(keywords.filter((one) => refused.includes(one) || one === "type as a list")).toEqual(
        [],
      );
      for (const argument of Object.keys(inputSchema.properties ?? {}))
        expect(argument).toMatch(/^[\w.-]{1,64}$/);
      ajv.compile(inputSchema);
      expect(estimateTokens(inputSchema)).toBeLessThan(mostToolTokens + 200);
    }
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  });
});
