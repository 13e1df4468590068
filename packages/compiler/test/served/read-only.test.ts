import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../description/src/json/json.ts";
import {
  describedValue,
  describedValues,
  forbidden,
  leafNames,
  wrapperNames,
  type DescribedValue,
} from "./described-values.ts";
import { answerOf, serveDescription, takes, type Input } from "./serve-description.ts";

/** What becomes of a value that a request has as its body. */
async function sent(
  { schema, value, components }: DescribedValue,
  readOnly?: "drop" | "refuse" | "pass",
) {
  const got: unknown[] = [];
  const server = serveDescription(
    { paths: { "/take": takes(schema) }, components: { schemas: components } },
    ({ body }: Input) => {
      got.push(body);
      return { status: 200 };
    },
    readOnly === undefined ? {} : { readOnly },
  );
  const text = JSON.stringify(value);
  const answer = await answerOf(server, "POST", "/take", { type: "application/json", text });
  return { ...answer, got };
}

/** A value without the text that only read-only members have. */
const without = (value: Json): Json =>
  JSON.parse(
    JSON.stringify(value, (_, one: Json) => (one === forbidden ? undefined : one)),
  ) as Json;

/** Holds a value to what is promised of members that are read-only. */
async function hold(one: DescribedValue): Promise<void> {
  const passed = await sent(one, "pass");
  expect(passed.got).toEqual([one.value]);
  const dropped = await sent(one);
  expect(dropped).toMatchObject({ status: 200, got: [expect.anything()] });
  expect(JSON.stringify(dropped.got)).not.toContain(forbidden);
  const refused = await sent(one, "refuse");
  expect(refused).toMatchObject({ status: 400, got: [] });
  expect(JSON.stringify(refused.body)).toContain('"keyword":"readOnly"');
}

describe("a request without a member that is read-only is complete", () => {
  test.each(leafNames)("where %s says so", async (leaf) => {
    const one = describedValue("readOnly", leaf, []);
    const value = without(one.value);
    for (const readOnly of ["drop", "refuse", "pass"] as const)
      expect(await sent({ ...one, value }, readOnly)).toMatchObject({ status: 200, got: [value] });
  });

  test("in a union with a tag, whose alternatives demand it", async () => {
    const animal = { type: "object", required: ["id", "kind"], properties: { id: {}, kind: {} } };
    const one = {
      schema: {
        oneOf: ["Cat", "Dog"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
        discriminator: { propertyName: "kind" },
        properties: { id: { readOnly: true } },
      },
      components: { Cat: animal, Dog: animal },
    };
    expect(await sent({ ...one, value: { kind: "Cat" } })).toMatchObject({
      status: 200,
      got: [{ kind: "Cat" }],
    });
    expect(await sent({ ...one, value: { kind: "Cow" } })).toMatchObject({ status: 400 });
    expect(await sent({ ...one, value: { id: forbidden } })).toMatchObject({ status: 400 });
  });

  test("and one without another member of the same part is not", async () => {
    const one = describedValue("readOnly", "demandedByAnother", []);
    expect(await sent({ ...one, value: {} })).toMatchObject({ status: 400, got: [] });
  });
});

describe("a member that is read-only reaches no handler", () => {
  test.each(leafNames)("where %s says so", async (leaf) => {
    await expect(hold(describedValue("readOnly", leaf, []))).resolves.toBeUndefined();
  });

  test.each(wrapperNames)("below %s", async (wrapper) => {
    const one = describedValue("readOnly", "member", [wrapper]);
    await expect(hold(one)).resolves.toBeUndefined();
  });

  test("below all that apply schemas, in any order", async () => {
    await fc.assert(fc.asyncProperty(describedValues("readOnly"), hold), { numRuns: 150 });
  });
});

const body = {
  type: "object",
  properties: { name: { type: "string" }, own: { type: "string", readOnly: true } },
};
const nested = { type: "object", properties: { a: body } };
const json = JSON.stringify({ name: "yes", own: forbidden });

const part = (name: string, text: string): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

/** Requests by what has the member: the schema, where it is described, and what is sent. */
const requests: Record<
  string,
  readonly [path: object, sent: Parameters<typeof answerOf>[3], url?: string]
> = {
  "an NDJSON item": [
    takes(body, "application/x-ndjson"),
    { type: "application/x-ndjson", text: `${json}\n${json}\n` },
  ],
  "an item of a JSON text sequence": [
    takes(body, "application/json-seq"),
    { type: "application/json-seq", text: `\u001e${json}\n` },
  ],
  "an event": [
    takes(body, "text/event-stream"),
    { type: "text/event-stream", text: `data: ${json}\n\n` },
  ],
  "a form": [
    takes(body, "application/x-www-form-urlencoded"),
    {
      type: "application/x-www-form-urlencoded",
      text: `name=yes&own=${forbidden.replaceAll(" ", "+")}`,
    },
  ],
  "JSON in a form": [
    takes(nested, "application/x-www-form-urlencoded"),
    { type: "application/x-www-form-urlencoded", text: `a=${encodeURIComponent(json)}` },
  ],
  "a part of a multipart form": [
    takes(body, "multipart/form-data"),
    {
      type: "multipart/form-data; boundary=b",
      text: `${part("name", "yes")}${part("own", forbidden)}--b--\r\n`,
    },
  ],
  "JSON in a multipart form": [
    takes(nested, "multipart/form-data"),
    { type: "multipart/form-data; boundary=b", text: `${part("a", json)}--b--\r\n` },
  ],
  "a parameter with content": [
    getsBy({ content: { "application/json": { schema: body } } }),
    {},
    `?a=${encodeURIComponent(json)}`,
  ],
  "a deepObject": [
    getsBy({ style: "deepObject", schema: body }),
    {},
    `?a[name]=yes&a[own]=${encodeURIComponent(forbidden)}`,
  ],
  "an exploded object": [
    getsBy({ schema: body }),
    {},
    `?name=yes&own=${encodeURIComponent(forbidden)}`,
  ],
};

function getsBy(parameter: object): object {
  const responses = { "200": { description: "Done." } };
  return { get: { parameters: [{ name: "a", in: "query", ...parameter }], responses } };
}

test.each(Object.keys(requests))(
  "a member of %s that is read-only reaches no handler",
  async (name) => {
    const [path, request, query = ""] = requests[name] ?? [{}, {}];
    const outcomes: Record<string, { status: number; got: unknown[] }> = {};
    for (const readOnly of ["pass", "drop", "refuse"] as const) {
      const got: unknown[] = [];
      const server = serveDescription(
        { paths: { "/take": path } },
        async ({ query: values, body: given }: Input) => {
          const isStream =
            typeof given === "object" && given !== null && Symbol.asyncIterator in given;
          got.push(
            isStream ? await Array.fromAsync(given as AsyncIterable<unknown>) : (given ?? values),
          );
          return { status: 200 };
        },
        { readOnly },
      );
      const method = "get" in path ? "GET" : "POST";
      const { status } = await answerOf(server, method, `/take${query}`, request);
      outcomes[readOnly] = { status, got };
    }
    expect(JSON.stringify(outcomes["pass"])).toContain(forbidden);
    expect(outcomes["drop"]).toMatchObject({ status: 200, got: [expect.anything()] });
    expect(JSON.stringify(outcomes["drop"])).toContain("yes");
    expect(JSON.stringify(outcomes["drop"])).not.toContain(forbidden);
    expect(outcomes["refuse"]).toEqual({ status: 400, got: [] });
  },
);

describe("of alternatives", () => {
  const union = (schemas: readonly Json[]): DescribedValue => ({
    schema: { type: "object", properties: { own: { oneOf: [...schemas] } } },
    value: {},
    components: {},
  });
  const some = union([{ type: "string", readOnly: true }, { type: "integer" }]);

  test("a value of one that is read-only is left out, and a value of another is not", async () => {
    expect((await sent({ ...some, value: { own: forbidden } })).got).toEqual([{}]);
    expect((await sent({ ...some, value: { own: 7 } })).got).toEqual([{ own: 7 }]);
  });

  test("those that do not hold say nothing of a member", async () => {
    const tagged = (tag: string, own: JsonObject): JsonObject => ({
      type: "object",
      required: ["tag", "own"],
      properties: { tag: { type: "string", pattern: `^${tag}` }, own },
    });
    const one = {
      schema: {
        anyOf: [tagged("a", { type: "string", readOnly: true }), tagged("b", { type: "string" })],
      },
      components: {},
    };
    expect((await sent({ ...one, value: { tag: "a", own: "x" } })).got).toEqual([{ tag: "a" }]);
    expect((await sent({ ...one, value: { tag: "b", own: "x" } })).got).toEqual([
      { tag: "b", own: "x" },
    ]);
  });

  test("a negation demands what it demands of answers", async () => {
    const one = {
      schema: {
        type: "object",
        properties: { own: { type: "string", readOnly: true }, x: { type: "string" } },
        not: { required: ["x"], properties: { x: { const: "no" } } },
      },
      components: {},
    };
    expect((await sent({ ...one, value: { own: "y", x: "yes" } })).got).toEqual([{ x: "yes" }]);
    expect((await sent({ ...one, value: { x: "no" } })).status).toBe(400);
  });
});
