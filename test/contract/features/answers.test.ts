import { beforeAll, describe, expect, test } from "vitest";
import { exchange } from "./exchange.ts";
import { loadFeaturePackages, type FeaturePackages } from "./packages.ts";

let packages: FeaturePackages;
beforeAll(async () => {
  packages = await loadFeaturePackages("answers");
});

const plain = { name: "plain", size: 2, isNew: true };
const deep = { name: "d", list: [plain] };
const headers = { "X-Count": 3 };

describe("an answer comes out as it went in", () => {
  test.each([
    ["application/json", deep],
    ["text/csv", "a,b"],
    ["application/x-www-form-urlencoded", { size: 1, texts: ["a", "b"] }],
  ])("as %s", async (contentType, body) => {
    const { api } = exchange(packages, () => ({ status: 200, contentType, body, headers }));
    const answer = await api["answers"]?.["getAnswer"]?.().result();
    expect(answer).toMatchObject({ status: 200, contentType, body });
  });

  test.each(["application/json", "text/csv", "image/*"])(
    "as %s if that is asked for",
    async (accept) => {
      const bodies: { [accept: string]: unknown } = { "application/json": deep, "text/csv": "a,b" };
      const body = bodies[accept] ?? new Blob(["png"], { type: "image/png" });
      const { api, requests } = exchange(packages, () => ({ status: 200, body, headers }));
      const answer = await api["answers"]?.["getAnswer"]?.(undefined, { accept }).result();
      expect(requests[0]?.headers.get("accept")).toBe(accept);
      expect(answer).toMatchObject({ contentType: accept === "image/*" ? "image/png" : accept });
    },
  );

  test("with files in a form", async () => {
    const body = { file: new File(["bytes"], "a.txt"), size: 1, about: plain };
    const contentType = "multipart/form-data";
    const { api } = exchange(packages, () => ({ status: 200, contentType, body, headers }));
    const received = (await api["answers"]?.["getAnswer"]?.()) as typeof body;
    expect({ ...received, file: received.file.name }).toEqual({ ...body, file: "a.txt" });
    expect(await received.file.text()).toBe("bytes");
  });

  test("with headers as their schemas say", async () => {
    const values = {
      "X-Count": 3,
      "X-List": [1, 2],
      "X-Flat": plain,
      "Set-Cookie": ["a=1; Path=/", "b=2"],
    };
    const { api } = exchange(packages, () => ({
      status: 200,
      contentType: "text/csv",
      body: "",
      headers: { ...values, "X-Other": "o" },
    }));
    const answer = await api["answers"]?.["getAnswer"]?.().result();
    expect(answer?.headers.get("x-list")).toBe("1,2");
    expect(answer?.headers.get("x-other")).toBe("o");
    expect(answer).toMatchObject({ headerValues: values });
  });

  test.each([
    [204, undefined],
    [404, { title: "gone" }],
    [503, "broken"],
  ])("with the status %s of a range or of default", async (status, body) => {
    const { api } = exchange(packages, () => ({ status, body }));
    const answer = await api["answers"]?.["getAnswer"]?.().result();
    expect(answer).toMatchObject({ status, body });
  });

  test("to HEAD, without a body", async () => {
    const { api, requests } = exchange(packages, () => ({ status: 200, headers }));
    const answer = await api["answers"]?.["countAnswers"]?.().result();
    expect(requests[0]?.method).toBe("HEAD");
    expect(answer).toMatchObject({ status: 200, body: undefined, headerValues: headers });
  });

  test("to QUERY and to a method of the description's own", async () => {
    const { api, requests } = exchange(packages, ({ body }) =>
      body === undefined ? { status: 204 } : { status: 200, body },
    );
    expect(await api["answers"]?.["searchAnswers"]?.({ body: plain })).toEqual(plain);
    expect(await api["answers"]?.["copyAnswers"]?.()).toBeUndefined();
    expect(requests.map(({ method }) => method)).toEqual(["QUERY", "COPY"]);
  });
});

describe("a stream comes out item by item", () => {
  test.each(["watchEvents", "readLines"])("%s", async (method) => {
    async function* items() {
      yield plain;
      yield { name: "a\nb" };
    }
    const { api } = exchange(packages, () => ({ status: 200, body: items() }));
    const received: unknown[] = [];
    for await (const item of api["streams"]?.[method]?.() ?? []) received.push(item);
    expect(received).toEqual([plain, { name: "a\nb" }]);
  });
});

describe("a server's URL", () => {
  const url = "http://{host}:{port}/base";

  test("is the description's, with its defaults", async () => {
    const { api, requests } = exchange(packages);
    await api["answers"]?.["copyAnswers"]?.();
    expect(requests[0]?.url).toBe("http://localhost/base/answers");
  });

  test("takes values for its variables", async () => {
    const baseUrl = packages.serverUrl(url, { port: "81" });
    const { api, requests } = exchange(packages, undefined, { client: { baseUrl } });
    await api["answers"]?.["copyAnswers"]?.();
    expect(requests[0]?.url).toBe("http://localhost:81/base/answers");
  });

  test.each([
    [url, { port: "82" }, 'the variable "port" must be one of 80, 81'],
    [url, { path: "x" }, 'has no variable "path"'],
    ["http://example.org", {}, "there is no server"],
  ])("refuses %s %j", (server, variables, reason) => {
    expect(() => packages.serverUrl(server, variables)).toThrow(reason);
  });

  test("may be an operation's own, unless the client is told otherwise", async () => {
    const server = { basePath: "/other" };
    const own = exchange(packages, undefined, { server });
    await own.api["answers"]?.["getElsewhere"]?.();
    expect(own.requests[0]?.url).toBe("http://far.example/other/elsewhere");
    const client = { baseUrl: "http://near.example/other/" };
    const told = exchange(packages, undefined, { server, client });
    await told.api["answers"]?.["getElsewhere"]?.();
    expect(told.requests[0]?.url).toBe("http://near.example/other/elsewhere");
  });
});
