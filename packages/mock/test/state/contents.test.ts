import { describe, expect, test } from "vitest";
import { mocked } from "./harness.ts";
import type { Mocked } from "./harness.ts";
import { shelfId } from "./library.ts";

const sign = async (
  { send }: Mocked,
  name: string,
  operation?: string,
  origin?: string,
): Promise<{ url: string; headers: object; path: string }> => {
  const body = operation === undefined ? {} : { operation };
  const more = origin === undefined ? {} : { origin };
  const answer = await send(`POST /shelves/${shelfId}/file-urls/${name}`, body, more);
  const signed = answer.body as { url: string; headers: object };
  return { ...signed, path: new URL(signed.url).pathname };
};

const markdown = { headers: { "content-type": "text/markdown" } };
const bytesOf = (text: string): { body: Uint8Array } => ({ body: new TextEncoder().encode(text) });

describe("a signed address", () => {
  test("is at the mock itself, and follows from the seed", async () => {
    const mock = mocked();
    const { url } = await sign(mock, "lisbon.md", "PUT", "https://mock.example.com");
    expect(url).toMatch(/^https:\/\/mock\.example\.com\/__mock\/contents\/[\w-]+\.[\da-f]{32}$/);
    expect((await sign(mocked(), "lisbon.md", "PUT")).path).toBe(new URL(url).pathname);
    expect((await sign(mocked({ seed: 2 }), "lisbon.md", "PUT")).path).not.toBe(
      new URL(url).pathname,
    );
    const named = await mock.send(
      `POST /shelves/${shelfId}/file-urls/lisbon.md`,
      {},
      {
        headers: { host: "localhost:4010" },
      },
    );
    expect((named.body as { url: string }).url).toContain("http://localhost:4010/__mock/");
  });

  test("takes bytes and gives them back", async () => {
    const mock = mocked();
    await mock.get(`POST /shelves/${shelfId}/files`, { name: "porto.md" });
    const put = await sign(mock, "porto.md", "PUT");
    const get = await sign(mock, "porto.md", "GET");
    expect((await mock.send(`GET ${get.path}`)).status).toBe(404);
    await mock.clock.advance(1000);
    const taken = await mock.send(`PUT ${put.path}`, undefined, {
      ...markdown,
      ...bytesOf("# Porto, à beira-rio"),
    });
    expect(taken.status).toBe(200);
    const given = await mock.send(`GET ${get.path}`);
    expect(given.body).toBe("# Porto, à beira-rio");
    expect(given.headers["content-type"]).toBe("text/markdown");
    expect(await mock.get(`GET /shelves/${shelfId}/files/porto.md`)).toMatchObject({
      size: 21,
      updated_at: "2025-01-01T00:00:01.000Z",
    });
    expect((await sign(mock, "porto.md", "GET")).headers).toEqual({
      "content-type": "text/markdown",
    });
  });

  test("is for its method, its record and its mock alone", async () => {
    const mock = mocked();
    const put = await sign(mock, "lisbon.md", "PUT");
    const refused = await mock.send(`GET ${put.path}`);
    expect(refused).toMatchObject({ status: 405, headers: { allow: "PUT" } });
    const forged = put.path.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect((await mock.send(`PUT ${forged}`)).status).toBe(404);
    expect((await mock.send("GET /__mock/contents/x")).status).toBe(404);
    const either = await sign(mock, "lisbon.md");
    expect((await mock.send(`GET ${either.path}`)).body).toBe("# Lisbon");
    await mock.send(`DELETE /shelves/${shelfId}`);
    expect((await mock.send(`PUT ${put.path}`, undefined, bytesOf("x"))).status).toBe(404);
    const gone = await mock.send(`POST /shelves/${shelfId}/file-urls/lisbon.md`, {});
    expect(gone.status).toBe(404);
  });

  test("takes 32 MiB, and says so where it is more", async () => {
    const mock = mocked();
    const { path } = await sign(mock, "lisbon.md", "PUT");
    const most = 32 * 1024 * 1024;
    const whole = { body: new Uint8Array(most) };
    expect((await mock.send(`PUT ${path}`, undefined, whole)).status).toBe(200);
    const more = { body: new Uint8Array(most + 1) };
    const announced = { headers: { "content-length": String(most + 1) } };
    for (const request of [more, announced]) {
      const refused = await mock.send(`PUT ${path}`, undefined, request);
      expect(refused.status).toBe(413);
      expect(JSON.stringify(refused.body)).toContain("at most 33554432 bytes");
    }
  });
});

describe("contents", () => {
  const file = `GET /shelves/${shelfId}/files/lisbon.md`;

  test("are shown to who asks for them", async () => {
    const mock = mocked();
    expect(await mock.get(file)).not.toHaveProperty("contents");
    expect(await mock.get(`${file}?include_contents=false`)).not.toHaveProperty("contents");
    expect(await mock.get(`${file}?include_contents=true`)).toMatchObject({ contents: "# Lisbon" });
  });

  test("are what was put, as text or as JSON", async () => {
    const mock = mocked();
    const { path } = await sign(mock, "lisbon.md", "PUT");
    await mock.send(`PUT ${path}`, undefined, { ...markdown, ...bytesOf("# New") });
    expect((await mock.get(`${file}?include_contents=true`))["contents"]).toBe("# New");
    const json = { headers: { "content-type": "application/json" } };
    await mock.send(`PUT ${path}`, undefined, { ...json, ...bytesOf('{"a":[1]}') });
    expect((await mock.get(`${file}?include_contents=true`))["contents"]).toEqual({ a: [1] });
    await mock.send(`PUT ${path}`, undefined, { ...json, ...bytesOf("{") });
    expect((await mock.get(`${file}?include_contents=true`))["contents"]).toBe("{");
  });

  test("are in snapshots", async () => {
    const first = mocked();
    const { path } = await sign(first, "lisbon.md");
    await first.send(`PUT ${path}`, undefined, { ...markdown, body: Uint8Array.of(0, 255, 128) });
    const second = mocked({ start: JSON.parse(JSON.stringify(first.state.snapshot())) });
    expect(second.state.snapshot()).toEqual(first.state.snapshot());
    expect(await second.send(`GET ${path}`)).toEqual(await first.send(`GET ${path}`));
  });
});
