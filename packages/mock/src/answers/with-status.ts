import { isObject, reasonPhrase } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { MockExample } from "../description.ts";
import { StreamItems } from "../stream-of.ts";

/** The depth to which objects within errors are searched. */
const deepest = 3;

/**
 * Returns an example of a response for several statuses (`4XX`, `default`) with one of them. Members that
 * repeat the example's status or its reason phrase are adjusted.
 */
export function withStatus(example: MockExample, status: number): MockExample {
  if (example.status === status) return example;
  const { body } = example;
  if (status < 400 || body instanceof StreamItems || !isObject(body)) return { ...example, status };
  return { ...example, status, body: speaking(body, example.status, status, 1) };
}

function speaking(body: JsonObject, from: number, to: number, depth: number): JsonObject {
  const [earlier, phrase] = [from, to].map((one) => reasonPhrase(one) || String(one));
  const phrases = new Map([
    [earlier, phrase],
    [plain(earlier), plain(phrase)],
    [String(from), String(to)],
  ]);
  const entries = Object.entries(body).map(([name, value]) => {
    if (isObject(value) && depth < deepest)
      return [name, speaking(value, from, to, depth + 1)] as const;
    const isStatus = /^(?:http_?)?status(?:_?code)?$/i.test(name);
    if (typeof value === "number" && (value === from || isStatus)) return [name, to] as const;
    return [name, typeof value === "string" ? (phrases.get(value) ?? value) : value] as const;
  });
  return Object.fromEntries(entries);
}

const plain = (phrase = ""): string => phrase.replaceAll(/[^A-Za-z0-9]/g, "");
