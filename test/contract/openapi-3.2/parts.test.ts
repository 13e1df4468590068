import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { withPartHeaders } from "@openapi-packages/runtime/client";
import { describeFiles, type Described } from "./exchange.ts";

let parts: Described;

beforeAll(async () => {
  const file = join(import.meta.dirname, "fixtures/parts.yaml");
  parts = await describeFiles({ "parts.yaml": readFileSync(file, "utf8") });
});

const png = new Blob(["png"], { type: "image/png" });

/** The last body that was sent, with a boundary that is always the same. */
function sentText(): string {
  const sent = parts.sent.at(-1);
  const boundary = /boundary=(\S+)$/.exec(sent?.request.headers.get("content-type") ?? "")?.[1];
  return sent?.text.replaceAll(boundary ?? "?", "x") ?? "";
}

describe("parts that are described by their place", () => {
  it("are sent as the description says, with the headers that it fixes and those of the caller", async () => {
    const body = withPartHeaders([{ title: "A" }, "<p>", png], [{}, { "Content-Location": "/a" }]);
    await parts.echo("sendMixed", { body });
    expect(sentText().split("\r\n")).toEqual([
      "--x",
      "Content-Type: application/json",
      "",
      '{"title":"A"}',
      "--x",
      "Content-Type: text/html; charset=utf-8",
      "Content-Location: /a",
      "",
      "<p>",
      "--x",
      "X-Kind: image",
      "Content-Type: image/png",
      "",
      "png",
      "--x--",
      "",
    ]);
  });

  it("are values of their types to handlers", async () => {
    const body = [12, true, null, ["a"], "AAEC"];
    expect(await parts.echo("sendNumbers", { body })).toEqual({ status: 200, body });
    expect(await parts.echo("sendRelated", { body: [{ title: "A" }, png] })).toMatchObject({
      status: 200,
      body: [{ title: "A" }, expect.any(Blob)],
    });
    const { request } = parts.sent.at(-1) ?? {};
    expect(request?.headers.get("content-type")).toMatch(
      /^multipart\/related; type="application\/vnd\.report\+json"; boundary=/,
    );
  });

  it("are validated as one list, by server and mock", async () => {
    const issues = async (operationId: string, body: unknown): Promise<unknown> => {
      const answers = [
        await parts.echo(operationId, { body }),
        await parts.call(operationId, { body }),
      ];
      return answers.map(({ status, body: problem }) => {
        const { errors } = problem as { errors?: readonly { pointer: string }[] };
        return [status, errors?.map((one) => one.pointer)];
      });
    };
    const twice = (answer: unknown): unknown => [answer, answer];
    expect(await issues("sendMixed", [{ title: 1, pages: 0 }, "<p>"])).toEqual(
      twice([400, ["/0/title", "/0/pages"]]),
    );
    expect(await issues("sendMixed", [{ title: "A" }])).toEqual(twice([400, [""]]));
    expect(await issues("sendRelated", [{ title: "A" }, png, png])).toEqual(twice([400, [""]]));
    expect(await issues("sendNumbers", ["one", "true"])).toEqual(twice([400, ["/0"]]));
  });

  it("are named in a form by what the description fixes, else by their place", async () => {
    await parts.echo("sendForm", { body: [{ title: "A" }, png] });
    expect(sentText()).toContain('form-data; name="report"\r\nContent-Type: application/json');
    expect(sentText()).toContain('name="file"; filename="blob"\r\nContent-Type: image/png');
    const unnamed = [{ a: 1 }, { b: 2 }];
    expect(await parts.echo("sendUnnamed", { body: unnamed })).toMatchObject({ body: unnamed });
    expect(sentText()).toContain('form-data; name="1"');
  });

  it("stay as they are encoded, and say how", async () => {
    expect(await parts.echo("sendEncoded", { body: ["AAEC"] })).toMatchObject({ body: ["AAEC"] });
    const head = "Content-Transfer-Encoding: base64\r\nContent-Type: image/png";
    expect(sentText()).toContain(`${head}\r\n\r\nAAEC`);
  });

  it("are answered by mocks, from examples or made from the schema", async () => {
    const body = [{ title: "A" }, "<p>"];
    expect(await parts.call("sendMixed", { body })).toEqual({
      status: 200,
      body: [
        { title: "First", pages: 1 },
        { title: "Second", pages: 2 },
      ],
    });
    const { status, body: made } = await parts.call("sendRelated", { body: [{ title: "A" }, png] });
    expect([status, made]).toEqual([
      200,
      [{ title: expect.any(String), pages: 1 }, expect.any(Blob)],
    ]);
    expect((made as [object, Blob])[1].type).toBe("application/octet-stream");
  });
});

describe("answers with nothing but itemSchema", () => {
  it("are streams of parts, from examples or made from the schema", async () => {
    expect(await parts.items("streamReports")).toEqual([
      { title: "First" },
      { title: "Second", pages: 2 },
    ]);
    const images = await parts.items("streamImages");
    expect(images.map((one) => (one as Blob).type)).toEqual(["image/jpeg", "image/jpeg"]);
  });

  it("are streams of Blobs and values to types, validators and descriptors", () => {
    const operations = parts.model.groups.flatMap((group) => group.operations);
    const media = operations.find(({ id }) => id === "streamReports")?.responses[0]?.content[0];
    expect(media).toMatchObject({ kind: "parts", stream: "multipart" });
    const sent = operations.find(({ id }) => id === "sendUnnamed")?.requestBody?.content[0];
    expect(sent).toMatchObject({ kind: "parts", stream: undefined });
  });
});
