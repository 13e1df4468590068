import type { CallToolResult } from "@modelcontextprotocol/server";
import type { SchemaObject, ServedOperation } from "../operation.ts";
import { propertiesOf, listOf, resolve } from "../schema/resolve.ts";
import {
  describedSchema,
  descriptionOf,
  flatInput,
  mostDescribedTokens,
} from "../tools/operation-tool.ts";
import { toolArguments } from "../tools/flat-input.ts";
import type { McpDefinition } from "./definition.ts";
import { searchOperations } from "./search.ts";
import { textResult } from "./tool-results.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** Implements `search`: finds operations by words, or lists the tags if there are none. */
export function search(definition: McpDefinition, given: Arguments): CallToolResult {
  const { operations } = definition;
  const query = typeof given["query"] === "string" ? given["query"] : "";
  const tag = typeof given["tag"] === "string" ? given["tag"].toLowerCase() : undefined;
  const limit = typeof given["limit"] === "number" ? Math.min(Math.max(given["limit"], 1), 50) : 10;
  const tagged = operations.filter((one) => tag === undefined || one.tag.toLowerCase() === tag);
  const isEmpty = !/[\p{L}\p{N}]/u.test(query);
  if (isEmpty && tag === undefined) return textResult(`Tags: ${tagsText(operations)}`);
  const found = isEmpty ? tagged : searchOperations(tagged, query);
  if (found.length === 0)
    return textResult(`Nothing was found. There are these tags: ${tagsText(operations)}`);
  const lines = found.slice(0, limit).map(lineOf);
  const more = found.length - lines.length;
  return textResult(
    [...lines, ...(more > 0 ? [`${more} more: raise limit, or say more words.`] : [])].join("\n"),
  );
}

function tagsText(operations: readonly ServedOperation[]): string {
  const counts = new Map<string, number>();
  for (const { tag } of operations) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([tag, count]) => `${tag} (${count})`).join(", ");
}

const lineOf = ({ id, method, path, summary, tool }: ServedOperation): string =>
  `${id}: ${summary} (${method} ${path})${tool === undefined ? "" : ` [tool ${tool}]`}`;

/** Implements `describe`: returns the arguments or result of an operation, or one of their members. */
export function describe(
  { schemas }: McpDefinition,
  operation: ServedOperation,
  given: Arguments,
): CallToolResult {
  const member = typeof given["member"] === "string" ? given["member"] : "";
  const way = member === "" ? [] : member.split(".");
  if (given["part"] === "output") {
    const { output } = operation;
    if (output === undefined) return textResult(`${operation.id} answers without content.`);
    return described(operation, member, memberOf({ properties: { output } }, ["output", ...way]));
  }
  if (way.length === 0) {
    const { schema } = flatInput(operation, schemas, mostDescribedTokens);
    return described(operation, member, schema);
  }
  const properties = toolArguments(operation, schemas).map(({ name, schema }) => [name, schema]);
  return described(
    operation,
    member,
    memberOf({ properties: Object.fromEntries(properties) }, way),
  );

  function memberOf(schema: SchemaObject, names: readonly string[]): SchemaObject | undefined {
    const [name, ...rest] = names;
    const { schema: plain } = resolve(schema, schemas);
    if (name === undefined) return describedSchema(plain, schemas);
    const inItems = plain["items"];
    const alternatives = [...listOf(plain, "oneOf"), ...listOf(plain, "anyOf")];
    const own = propertiesOf(plain);
    const next = Object.hasOwn(own, name) ? own[name] : undefined;
    if (typeof next === "object") return memberOf(next, rest);
    for (const one of [...(inItems === undefined ? [] : [inItems]), ...alternatives]) {
      const found = memberOf(one as SchemaObject, names);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function described(
  operation: ServedOperation,
  member: string,
  schema: SchemaObject | undefined,
): CallToolResult {
  if (schema === undefined)
    return { ...textResult(`${operation.id} has no member ${member}.`), isError: true };
  const text = member === "" ? `${descriptionOf(operation, 2000)}\n` : "";
  return textResult(`${text}${JSON.stringify(schema)}`);
}
