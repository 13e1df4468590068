import { beforeAll, describe, expect, test } from "vitest";
import { exchange, firstBody } from "./exchange.ts";
import { loadFeaturePackages, type FeaturePackages } from "./packages.ts";

let packages: FeaturePackages;
beforeAll(async () => {
  packages = await loadFeaturePackages("requests");
});

const list = [1, -2, 30];
const flat = { name: "a/b é&=,", size: 1.5, isNew: false };
const plain = { name: "plain", size: 2, isNew: true };
const deep = { name: "d", flat, list: [plain, { name: "x" }], numbers: list };

describe("a request comes out as it went in", () => {
  test.each([
    [
      "inPath",
      {
        path: {
          simple: 7,
          simpleList: list,
          simpleObject: flat,
          label: "a.b/c",
          labelList: list,
          labelObject: flat,
          matrix: true,
          matrixList: list,
          matrixObject: flat,
          json: deep,
        },
      },
    ],
    [
      "inQuery",
      {
        query: {
          form: "a&b=c d+e",
          formList: list,
          joinedList: list,
          joinedObject: flat,
          spaces: list,
          pipes: list,
          deep,
          reserved: "/a?b=[c]&d#e",
          json: deep,
          rest: flat,
        },
      },
    ],
    ["inQuery", { query: {} }],
    [
      "inHeaders",
      {
        header: { "X-Text": "a, b", "X-List": list, "X-Object": plain, "X-Json": deep },
        cookie: { session: "a;b ü", list, raw: "a%20b=c" },
      },
    ],
  ])("%s %j", async (method, input) => {
    const { api, received } = exchange(packages);
    await api["parameters"]?.[method]?.(input);
    expect(received.map((one) => one.input)).toEqual([input]);
  });

  test.each([
    [undefined, deep, "application/json", "application/json"],
    ["application/json", deep, "application/json", "application/json"],
    ["application/merge-patch+json", deep, "application/merge-patch+json", undefined],
    ["text/plain", "ü\n", "text/plain", "text/plain"],
    ["application/xml", "<a/>", "application/xml", "application/xml"],
    [
      "application/x-www-form-urlencoded",
      { size: 1, list, texts: ["a&b", "c d"], deep, flat },
      "application/x-www-form-urlencoded",
      "application/x-www-form-urlencoded",
    ],
  ])("a body of %s", async (contentType, body, received, described = received) => {
    const { api, received: all, requests } = exchange(packages);
    await api["bodies"]?.["anyBody"]?.({ body, ...(contentType && { contentType }) });
    expect(requests[0]?.headers.get("content-type")).toBe(received);
    expect(all.map((one) => one.input)).toEqual([{ body, contentType: described }]);
  });

  test("a body with files", async () => {
    const own = exchange(packages);
    const { api, requests } = own;
    const file = new File(['{"a":1}'], "a.json", { type: "application/json" });
    const body = {
      file,
      files: [new Blob(["one"]), new Blob(["two"], { type: "image/png" })],
      size: 3,
      list,
      about: plain,
      note: "# Note",
    };
    await api["bodies"]?.["anyBody"]?.({ body, contentType: "multipart/form-data" });
    const { file: sentFile, files, ...rest } = firstBody<typeof body>(own);
    expect(rest).toEqual({ size: 3, list, about: plain, note: "# Note" });
    expect([sentFile.name, sentFile.type, await sentFile.text()]).toEqual([
      "a.json",
      "application/json",
      '{"a":1}',
    ]);
    expect(await Promise.all(files.map((one) => one.text()))).toEqual(["one", "two"]);
    const text = (await requests[0]?.text()) ?? "";
    expect(text).toContain('name="about"\r\nContent-Type: application/vnd.about+json\r\n\r\n{');
    expect(text).toContain('name="note"\r\nContent-Type: text/markdown\r\n\r\n# Note');
    expect(text).toContain('name="list"\r\n\r\n1,-2,30\r\n');
  });

  test.each([
    ["application/octet-stream", "", "application/octet-stream"],
    ["image/png", "", "image/png"],
    ["image/gif", "image/png", "image/gif"],
  ])("bytes of %s", async (contentType, type, expected) => {
    const own = exchange(packages);
    const { api, received } = own;
    await api["bodies"]?.["anyBody"]?.({ body: new Blob(["bytes"], { type }), contentType });
    expect(received[0]?.input).toMatchObject({ contentType: expected });
    expect(await firstBody<Blob>(own).text()).toBe("bytes");
  });

  test("a body of any media type, JSON unless it is something else", async () => {
    const { api, received, requests } = exchange(packages);
    await api["bodies"]?.["putWhatever"]?.({ body: deep });
    expect(requests[0]?.headers.get("content-type")).toBe("application/json");
    expect(received[0]?.input).toEqual({ body: deep, contentType: "application/json" });
  });

  test("a stream of lines, item by item", async () => {
    const { api } = exchange(packages, async ({ body }) => {
      const items: unknown[] = [];
      for await (const item of body as AsyncIterable<unknown>) items.push(item);
      expect(items).toEqual([flat, plain]);
      return { status: 200, body: items.length };
    });
    async function* lines() {
      yield flat;
      yield plain;
    }
    expect(await api["bodies"]?.["sendLines"]?.({ body: lines() })).toBe(2);
    expect(await api["bodies"]?.["sendLines"]?.({ body: [flat, plain] })).toBe(2);
  });
});

describe("what the description does not allow is refused", () => {
  test.each([
    [{ body: { name: 1 } }, 400],
    [{ body: "a", contentType: "text/html" }, 415],
    [{ body: { size: "many" }, contentType: "application/x-www-form-urlencoded" }, 400],
    [{ body: { size: 1 }, contentType: "multipart/form-data" }, 400],
  ])("a body %j", async (input, status) => {
    const { api } = exchange(packages);
    const call = api["bodies"]?.["anyBody"]?.(input);
    await expect(call).rejects.toMatchObject({ status });
  });

  test("an item of a stream", async () => {
    const { api } = exchange(packages, async ({ body }) => {
      for await (const item of body as AsyncIterable<unknown>) void item;
      return { status: 200, body: 0 };
    });
    const call = api["bodies"]?.["sendLines"]?.({ body: [plain, { other: 1 }] });
    await expect(call).rejects.toMatchObject({ status: 400 });
  });
});
