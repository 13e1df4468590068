import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  describedValue,
  describedValues,
  forbidden,
  leafNames,
  wrapperNames,
  type DescribedValue,
} from "./described-values.ts";
import { serveDescription } from "./serve-description.ts";

/** What a client receives of a handler's result, be it one value or a stream of them. */
async function received({ schema, value, components }: DescribedValue): Promise<string[]> {
  const answers = ["application/json", "application/x-ndjson", "text/event-stream"] as const;
  const server = serveDescription(
    {
      paths: Object.fromEntries(
        answers.map((mediaType) => [
          `/${mediaType}`,
          {
            get: {
              responses: {
                "200": { description: "Found.", content: { [mediaType]: { schema } } },
              },
            },
          },
        ]),
      ),
      components: { schemas: components },
    },
    (_input, { operation }) => {
      const isStream = !operation.path.endsWith("json") || operation.path.endsWith("ndjson");
      return { status: 200, body: isStream ? itemsOf(value) : value };
    },
  );
  return Promise.all(
    answers.map(async (mediaType) => {
      const { status, body } = await server.handle({
        method: "GET",
        url: `/${mediaType}`,
        headers: {},
      });
      expect(status).toBe(200);
      if (typeof body === "string" || body instanceof Uint8Array) return String(body);
      return new Response(body as ReadableStream).text();
    }),
  );
}

async function* itemsOf(value: unknown): AsyncGenerator<unknown> {
  yield value;
}

async function hold(one: DescribedValue): Promise<void> {
  for (const text of await received(one)) {
    expect(text).not.toBe("");
    expect(text).not.toContain(forbidden);
  }
}

describe("a member that is write-only is in no answer", () => {
  test.each(leafNames)("where %s says so", async (leaf) => {
    await expect(hold(describedValue("writeOnly", leaf, []))).resolves.toBeUndefined();
  });

  test.each(wrapperNames)("below %s", async (wrapper) => {
    const one = describedValue("writeOnly", "member", [wrapper]);
    await expect(hold(one)).resolves.toBeUndefined();
  });

  test("below all that apply schemas, in any order", async () => {
    await fc.assert(fc.asyncProperty(describedValues("writeOnly"), hold), { numRuns: 150 });
  });
});
