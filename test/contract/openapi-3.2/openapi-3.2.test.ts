import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeFiles, type Described } from "./exchange.ts";

const folder = join(import.meta.dirname, "fixtures");
const table = join(import.meta.dirname, "..", "..", "..", "generator", "KEYWORDS.md");

/** Reads a fixture: a file, or a folder whose root is `openapi.yaml`. */
async function fixture(name: string): Promise<Described> {
  const isFile = statSync(join(folder, `${name}.yaml`), { throwIfNoEntry: false }) !== undefined;
  if (isFile)
    return describeFiles({ "openapi.yaml": readFileSync(join(folder, `${name}.yaml`), "utf8") });
  const files = readdirSync(join(folder, name), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml"))
    .toSorted((one, other) => Number(other === "openapi.yaml") - Number(one === "openapi.yaml"));
  return describeFiles(
    Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, name, file), "utf8")])),
  );
}

const codes = ({ diagnostics }: Described): string[] => diagnostics.map(({ code }) => code);

it("has a fixture for each row of the table, and rows for each fixture", () => {
  const [, section = ""] = readFileSync(table, "utf8").split("\n## OpenAPI 3.2\n");
  const rows = (section.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| "));
  const named = rows.slice(2).map((row) => /`([^`]+)`\s*\|$/.exec(row)?.[1] ?? row);
  const fixtures = readdirSync(folder).map((file) => file.replace(/\.yaml$/, ""));
  expect([...new Set(named)].toSorted()).toEqual(fixtures.toSorted());
});

describe("$self", () => {
  it("is the base of references, and what other documents call it by", async () => {
    const zoo = await fixture("self");
    expect(codes(zoo)).toEqual([]);
    const { status, body } = await zoo.call("getPet", { path: { id: "1" } });
    expect([status, Object.keys(body as object).toSorted()]).toEqual([
      200,
      expect.arrayContaining(["keeper", "name", "size"]),
    ]);
    expect(Object.keys(zoo.model.types)).toEqual(
      expect.arrayContaining(["Keeper", "Metres", "Unit"]),
    );
  });

  it("is reported where it is not a URI without a fragment", async () => {
    const text = `openapi: 3.2.0\n$self: https://example.com/a#b\ninfo: { title: T, version: 1.0.0 }\npaths: {}\n`;
    expect((await describeFiles({ "openapi.yaml": text })).warnings).toEqual(["2 self-invalid"]);
  });
});

describe("examples", () => {
  it.each([
    ["getPet", { name: "Tom", age: 2 }],
    ["getParsed", { name: "Rex", age: 3 }],
    ["getXml", "<pet><name>Mia</name></pet>"],
    ["getText", "a,b\n1,2\n"],
    ["getBoth", { name: "Data", age: 1 }],
  ])("%s is what the mock answers", async (operationId, body) => {
    expect(await (await fixture("examples")).call(operationId)).toEqual({ status: 200, body });
  });

  it.each([
    [
      "getLines",
      [
        { name: "A", age: 1 },
        { name: "B", age: 2 },
      ],
    ],
    [
      "getSequence",
      [
        { name: "C", age: 3 },
        { name: "D", age: 4 },
      ],
    ],
    [
      "getEvents",
      [
        { event: "born", id: "7", data: { name: "E", age: 0 } },
        { event: "died", data: { name: "E", age: 9 } },
      ],
    ],
  ])("%s has the items one after the other", async (operationId, items) => {
    expect(await (await fixture("examples")).items(operationId)).toMatchObject(items);
  });

  it("are reported where they exclude each other, are refused, or are not read", async () => {
    const examples = await fixture("examples");
    await examples.call("getRefused");
    const { body } = await examples.call("getUnread");
    expect(body).toMatchObject({ name: expect.any(String) as string });
    expect(codes(examples).toSorted()).toEqual([
      "example-fields",
      "example-invalid",
      "example-unread",
    ]);
    const refused = examples.diagnostics.find(({ code }) => code === "example-invalid");
    expect(refused?.location.pointer).toMatch(/examples\/old\/dataValue/);
  });
});

describe("defaultMapping", () => {
  const sent = async (operationId: string, body: unknown): Promise<unknown> => {
    const { mock } = await fixture("default-mapping");
    const found = mock.operations.find((one) => one.operation.operationId === operationId);
    const validate = found?.validators.body?.["application/json"];
    if (validate === undefined) throw new Error(`${operationId} has no validator`);
    return validate(body) === true;
  };

  it.each([
    ["addPet", { kind: "cat", lives: 7 }, true],
    ["addPet", { kind: "cat", size: 7 }, false],
    ["addPet", { kind: "dog" }, true],
    ["addPet", { kind: "fish", size: 1 }, true],
    ["addPet", { size: 1 }, true],
    ["addPet", { kind: "fish", lives: 1 }, false],
    ["addShape", { form: "circle", radius: 1 }, true],
    ["addShape", { form: "circle", corners: 1 }, false],
    ["addShape", { form: "star", corners: 5 }, true],
    ["addShape", { corners: 5 }, true],
    ["addShape", {}, false],
  ])("%s %j is valid: %s", async (operationId, body, isValid) => {
    expect(await sent(operationId, body)).toBe(isValid);
  });

  it("is the arm of values that no other one has, both ways", async () => {
    const pets = await fixture("default-mapping");
    expect(await pets.echo("addPet", { body: { kind: "fish", size: 1 } })).toEqual({
      status: 200,
      body: { kind: "fish", size: 1 },
    });
    expect(pets.model.types["Pet"]?.schema).toMatchObject({
      alternatives: [{ name: "Cat" }, { name: "Dog" }, { name: "OtherPet" }],
      tag: { property: "kind", values: [["cat"], ["dog"], []], fallback: 2 },
    });
    expect((await pets.call("addPet", { body: { kind: "dog" } })).status).toBe(200);
  });

  it("is reported where it is none of the alternatives", async () => {
    expect(codes(await fixture("default-mapping"))).toEqual(["discriminator-default"]);
  });
});

describe("tags", () => {
  it("are described by summary and parent, and badges divide no operations", async () => {
    const { model, warnings } = await fixture("tags");
    const groups = model.groups.map(({ tag, description, operations }) => [
      tag,
      description,
      operations.map(({ id }) => id),
    ]);
    expect(groups).toEqual([
      ["cats", "Cats\n\nThey purr.\n\nPart of All animals.", ["listCats"]],
      ["lions", "Part of All animals › Cats.", ["listLions"]],
      ["beta", "Beta", ["listBadges"]],
      ["lost", "", ["listLost"]],
      ["ring", "", ["listRing"]],
    ]);
    expect(warnings).toEqual(["8 tag-parent", "9 tag-parent"]);
  });

  it("stand for those that lie under them in filters", async () => {
    const text = readFileSync(join(folder, "tags.yaml"), "utf8");
    const { model } = await describeFiles({ "openapi.yaml": text }, { includeTags: ["animals"] });
    expect(model.groups.flatMap(({ operations }) => operations.map(({ id }) => id))).toEqual([
      "listCats",
      "listLions",
    ]);
  });
});

describe("security", () => {
  it("takes schemes by their URIs, and by name first", async () => {
    const security = await fixture("security");
    expect(codes(security)).toEqual([]);
    const operations = security.model.groups.flatMap((group) => group.operations);
    expect(Object.fromEntries(operations.map((one) => [one.id, one.security]))).toEqual({
      getOwn: [{ key: [] }],
      getShared: [{ token: ["read"] }],
      getNamed: [{ "a/b": [] }],
    });
    expect(security.model.securitySchemes).toMatchObject({
      key: { deprecated: true },
      token: { type: "http", scheme: "bearer" },
    });
  });
});

describe("methods", () => {
  it.each([
    ["queryPets", "QUERY"],
    ["linkPets", "LINK"],
  ])("%s is sent, served and mocked", async (operationId, method) => {
    const methods = await fixture("methods");
    const body = { q: "cats" };
    expect(await methods.echo(operationId, { body })).toEqual({ status: 200, body });
    expect((await methods.call(operationId, { body })).status).toBe(200);
    expect((await methods.echo(operationId, { body: { q: "" } })).status).toBe(400);
    expect(methods.sent.map(({ request }) => request.method)).toEqual([method, method, method]);
  });
});

describe("parameters", () => {
  it("has the whole query in one place", async () => {
    const parameters = await fixture("parameters");
    const query = { text: "a&b", page: 2, tags: ["x", "y"] };
    expect((await parameters.echo("search", { query })).body).toEqual({ query });
    expect(parameters.sent[0]?.request.url).toContain("?text=a%26b&page=2&tags=x&tags=y");
    expect(parameters.warnings).toEqual(["24 querystring-unsupported"]);
  });

  it("writes cookies as they are, and reserved characters where they are allowed", async () => {
    const parameters = await fixture("parameters");
    const cookie = { raw: "a%20b=c", list: ["x", "y"], form: "a=b/c;d e" };
    expect((await parameters.echo("getCookies", { cookie })).body).toEqual({ cookie });
    expect(parameters.sent[0]?.request.headers.get("cookie")).toBe(
      "raw=a%20b=c; list=x; list=y; form=a=b/c%3Bd%20e",
    );
    const path = { name: "a:b@c/d?e", list: ["a,b", "c:d"], version: "1.0:x", format: "json" };
    const input = { path, query: { q: "a/b?c&d" }, header: { "X-Path": "a/b c" } };
    expect((await parameters.echo("getFile", input)).body).toEqual(input);
    expect(parameters.sent[1]?.request.headers.get("x-path")).toBe("a/b c");
    expect(parameters.sent[1]?.request.url).toBe(
      "http://api.example/files/a:b@c%2Fd%3Fe/a%2Cb,c:d/1%2E0%3Ax.json?q=a/b?c%26d",
    );
  });
});

describe("media types", () => {
  it("are taken from the components, in bodies and parameters", async () => {
    const media = await fixture("media-types");
    const body = { name: "Mia" };
    const query = { near: { x: 1 } };
    expect(await media.echo("addPet", { body, query })).toEqual({ status: 200, body });
    expect((await media.echo("addPet", { body: {}, query })).status).toBe(400);
    expect(await media.call("addPet", { body, query })).toEqual({
      status: 200,
      body: { name: "Tom" },
    });
    expect(codes(media)).toEqual([]);
    const [operation] = media.model.groups.flatMap((group) => group.operations);
    expect(operation?.responses.map(({ description }) => description)).toEqual([
      "The pet",
      "Nothing",
    ]);
    expect(operation?.parameters[0]?.schema.json).toMatchObject({ required: ["x"] });
  });
});

describe("streams", () => {
  it.each([
    "application/jsonl",
    "application/x-ndjson",
    "application/json-seq",
    "application/geo+json-seq",
  ])("%s has items of the itemSchema", async (accept) => {
    const items = await (await fixture("streams")).items("getTicks", { accept });
    expect(items.length).toBeGreaterThan(1);
    for (const item of items) expect(item).toEqual({ n: expect.any(Number) as number });
  });

  it("has events with their data as JSON", async () => {
    const items = await (
      await fixture("streams")
    ).items("getTicks", { accept: "text/event-stream" });
    expect(items[0]).toMatchObject({ data: { n: expect.any(Number) as number } });
  });
});

describe("what is not followed", () => {
  it("is reported, and bodies of parts with names are bytes with their own boundary", async () => {
    const parts = await fixture("parts");
    expect(parts.warnings.toSorted()).toEqual([
      "103 parts-unread",
      "114 encoding-unused",
      "118 encoding-unused",
      "119 encoding-unused",
      "129 xml-node-type",
      "85 part-unnamed",
      "95 item-schema-unused",
    ]);
    const text = '--x\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n--x--\r\n';
    const type = "multipart/mixed; boundary=x";
    const { status, body } = await parts.echo("sendNamed", { body: new Blob([text], { type }) });
    expect([status, await (body as Blob).text()]).toEqual([200, text]);
    expect(parts.sent.at(-1)?.request.headers.get("content-type")).toBe(type);
  });
});

describe("path items and servers", () => {
  it("keeps what stands beside $ref, and documents the names of servers", async () => {
    const items = await fixture("path-items");
    expect(items.model.groups.flatMap((group) => group.operations.map(({ id }) => id))).toEqual([
      "listPets",
      "addPet",
    ]);
    expect((await items.call("listPets")).status).toBe(200);
    expect(items.model.serverTemplates.map(({ description }) => description)).toEqual([
      "production: For all.",
      "test",
    ]);
    expect(items.model.servers).toEqual(["https://eu.example.com/v1", "https://test.example.com"]);
  });
});

it("follows the fields of 3.2 in a document of 3.1, and says where they are", async () => {
  const older = await fixture("in-3.1");
  expect(older.warnings).toEqual(["5 field-version", "13 field-version", "18 field-version"]);
  expect(await older.call("queryPets")).toEqual({ status: 200, body: [{ kind: "fish", size: 3 }] });
});
