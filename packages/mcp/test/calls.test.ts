import type { CallToolResult } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import type { McpServerOptions } from "../src/server/index.ts";
import { connected, textsOf, valueOf } from "./connect.ts";
import { generatedOnce } from "./generated.ts";

const description = `
openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }
servers: [{ url: "https://pets.example" }]
security: [{ token: [] }, { login: [] }]
paths:
  /pets/{id}:
    put:
      operationId: putPet
      parameters:
        - { name: id, in: path, required: true, schema: { type: string, minLength: 2 } }
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { name: x-trace, in: header, schema: { type: string } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name]
              additionalProperties: false
              properties:
                id: { type: integer }
                name: { type: string }
                home: { type: object, properties: { city: { type: string, maxLength: 5 } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: {} } } }
        "409":
          description: Taken.
          content: { application/json: { schema: { type: object, properties: { pin: { $ref: "#/components/schemas/Pin" }, pins: { type: array, items: { $ref: "#/components/schemas/Pin" } } } } } }
  /pets:
    get:
      operationId: listPets
      responses: { "200": { description: All., content: { application/json: { schema: { $ref: "#/components/schemas/Pets" } } } } }
    delete: { operationId: deletePets, responses: { "204": { description: Done. } } }
  /photo:
    get:
      operationId: getPhoto
      responses: { "200": { description: One., content: { image/png: {}, application/pdf: {} } } }
    post:
      operationId: sendPhoto
      requestBody:
        content: { multipart/form-data: { schema: { type: object, properties: { file: { type: string, format: binary }, about: { type: string } } } } }
      responses: { "204": { description: Done. } }
  /news:
    get:
      operationId: readNews
      responses: { "200": { description: All., content: { text/event-stream: { schema: { type: object } } } } }
components:
  schemas:
    Pin: { type: string, x-sensitive: true }
    Pets:
      type: object
      properties: { count: { type: integer }, items: { type: array, items: { $ref: "#/components/schemas/Pet" } } }
    Pet: { type: object, properties: { name: { type: string }, owner: { type: object, properties: { city: { type: string } } } } }
  securitySchemes:
    token: { type: http, scheme: bearer }
    login: { type: http, scheme: basic }
`;

const generated = generatedOnce(description);

type Args = Record<string, unknown>;

/** A client of the server, whose API answers with a function, and the requests that it got. */
async function served(
  answer: (request: Request) => Response | Promise<Response>,
  options: McpServerOptions = {},
) {
  const requests: Request[] = [];
  const client = await connected(generated().definition, {
    ...options,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push(request.clone());
      return answer(request);
    },
  });
  const call = (name: string, given: Args = {}): Promise<CallToolResult> =>
    client.callTool({ name, arguments: given });
  return { client, requests, call };
}

const json = (value: unknown, status = 200): Response => Response.json(value, { status });

describe("arguments", () => {
  it("go to their places in the request", async () => {
    const { requests, call } = await served(() => json({ done: true }));
    const given = { path_id: "ab", tags: ["x", "y"], "x-trace": "t", body_id: 7, name: "Rex" };
    expect(valueOf(await call("putPet", given))).toEqual({ done: true });
    const [request] = requests;
    expect(`${request?.method} ${request?.url}`).toBe(
      "PUT https://pets.example/pets/ab?tags=x&tags=y",
    );
    expect(request?.headers.get("x-trace")).toBe("t");
    expect(await request?.json()).toEqual({ id: 7, name: "Rex" });
  });

  it("are checked in full before anything is sent, and named as the tool has them", async () => {
    const { requests, call } = await served(() => json({}));
    const problems = async (given: Args): Promise<unknown> => {
      const result = await call("putPet", given);
      expect(result.isError).toBe(true);
      return (valueOf(result) as { problems: unknown }).problems;
    };
    expect(
      await problems({ path_id: "a", body_id: "7", name: "Rex", home: { city: "Lisbon" } }),
    ).toEqual([
      expect.stringMatching(/^path_id must/),
      expect.stringMatching(/^body_id must/),
      expect.stringMatching(/^home\/city must/),
    ]);
    expect(await problems({ name: "Rex", colour: "red" })).toEqual([
      "colour is not an argument: there are path_id, tags, x-trace, body_id, name, home",
      "path_id is missing",
    ]);
    expect(await problems({ path_id: "ab" })).toEqual(["name is missing"]);
    expect(requests).toEqual([]);
  });

  it("may be objects as text, and bytes in base64", async () => {
    const { requests, call } = await served(({ url }) =>
      url.endsWith("/photo") ? new Response(null, { status: 204 }) : json({}),
    );
    await call("putPet", { path_id: "ab", name: "[1]", home: '{"city":"Porto"}' });
    expect(await requests[0]?.json()).toEqual({ name: "[1]", home: { city: "Porto" } });
    const done = await call("sendPhoto", { file: btoa("bytes"), about: "Rex" });
    expect(textsOf(done)).toEqual(["Done; there is no content."]);
    const form = await requests[1]?.formData();
    const file = form?.get("file");
    expect(file instanceof File && (await file.text())).toBe("bytes");
    expect(form?.get("about")).toBe("Rex");
  });
});

describe("results", () => {
  const pets = {
    count: 200,
    items: Array.from({ length: 200 }, (_, index) => ({
      name: `pet ${index}`,
      owner: { city: "Porto" },
    })),
  };

  it("are cut with a cursor, and all parts together are the whole; nothing is sent again", async () => {
    const { requests, call } = await served(() => json(pets), { maxResultTokens: 300 });
    const items: unknown[] = [];
    let cursor: string | undefined;
    do {
      const result = await call("listPets", cursor === undefined ? {} : { result_cursor: cursor });
      const [text = "", note = ""] = textsOf(result);
      const part = JSON.parse(text) as typeof pets | unknown[];
      items.push(...(Array.isArray(part) ? part : part.items));
      expect(text.length).toBeLessThanOrEqual(1200);
      expect(note).toMatch(/^This is a part of the result: items of items \d+ to \d+ of 200\./);
      cursor = /result_cursor "([^"]+)"/.exec(note)?.[1];
    } while (cursor !== undefined);
    expect(items).toEqual(pets.items);
    expect(requests).toHaveLength(1);
  });

  it("that are one long text are cut in it", async () => {
    const text = "word ".repeat(1000);
    const { call } = await served(() => json({ text }), { maxResultTokens: 500 });
    const [first = "", note = ""] = textsOf(await call("listPets"));
    expect(note).toContain("characters 0 to 1999 of 5011");
    const cursor = /result_cursor "([^"]+)"/.exec(note)?.[1] ?? "";
    const [second = ""] = textsOf(await call("listPets", { result_cursor: cursor }));
    expect(JSON.stringify({ text }).startsWith(first + second)).toBe(true);
  });

  it("are not read by the cursor of another operation, nor by one that is made up", async () => {
    const { call } = await served(() => json(pets), { maxResultTokens: 300 });
    const [, note = ""] = textsOf(await call("listPets"));
    const cursor = /result_cursor "([^"]+)"/.exec(note)?.[1] ?? "";
    for (const [name, given] of [
      ["putPet", { path_id: "ab", name: "Rex", result_cursor: cursor }],
      ["listPets", { result_cursor: "made up@0" }],
    ] as const) {
      const result = await call(name, given);
      expect(result.isError).toBe(true);
      expect(textsOf(result)[0]).toContain("result_cursor does not belong to a stored result");
    }
  });

  it("have the members that were chosen, and say which there are not", async () => {
    const { call } = await served(() => json(pets));
    const result = await call("listPets", { result_fields: ["items.owner.city", "total"] });
    expect(valueOf(result)).toEqual({ items: pets.items.map(({ owner }) => ({ owner })) });
    expect(textsOf(result)[1]).toBe(
      "There is no total; there is count, items, items.name, items.owner.",
    );
  });

  it("are images where they are, and of other bytes their number", async () => {
    let type = "image/png";
    const { call } = await served(
      () => new Response(new Uint8Array([1, 2]), { headers: { "content-type": type } }),
    );
    expect((await call("getPhoto")).content).toEqual([
      { type: "image", data: btoa("\u0001\u0002"), mimeType: "image/png" },
    ]);
    type = "application/pdf";
    expect(textsOf(await call("getPhoto"))).toEqual([
      "The result is 2 bytes of application/pdf, which are not shown.",
    ]);
  });

  it("of streams are all items, each told as progress, or as many as are waited for", async () => {
    const events = [1, 2, 3].map((n) => `data: {"n":${n}}\n\n`).join("");
    const answer = () => new Response(events, { headers: { "content-type": "text/event-stream" } });
    const { client } = await served(answer);
    const heard: unknown[] = [];
    const result = await client.callTool(
      { name: "readNews", arguments: {} },
      { onprogress: (progress) => heard.push(progress) },
    );
    expect(valueOf(result)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(heard).toEqual([1, 2, 3].map((n) => ({ progress: n, message: `{"n":${n}}` })));
    const { call } = await served(answer, { maxStreamItems: 2 });
    const cut = await call("readNews");
    expect(valueOf(cut)).toHaveLength(2);
    expect(textsOf(cut)[1]).toBe("Reading stopped after 2 items; there may be more.");
  });
});

describe("errors are results of the tool", () => {
  it("with status and body, and without secrets", async () => {
    const body = {
      message: "key s3cret/value is taken",
      pin: "1234",
      pins: ["5678"],
      nested: { apiKey: "k" },
    };
    const environment = { TEST_TOKEN: "s3cret/value" };
    const { requests, call } = await served(() => json(body, 409), { environment });
    const result = await call("putPet", { path_id: "ab", name: "Rex" });
    expect(requests[0]?.headers.get("authorization")).toBe("Bearer s3cret/value");
    expect(result.isError).toBe(true);
    expect(valueOf(result)).toMatchObject({
      status: 409,
      body: {
        message: "key REDACTED is taken",
        pin: "REDACTED",
        pins: "REDACTED",
        nested: { apiKey: "REDACTED" },
      },
    });
    expect(JSON.stringify(result)).not.toContain("s3cret");
  });

  it("with the variables of the credentials after 401", async () => {
    const { requests, call } = await served(() => json({}, 401));
    const { hint } = valueOf(await call("listPets")) as { hint: string };
    expect(hint).toContain("TEST_TOKEN, or TEST_LOGIN_USERNAME and TEST_LOGIN_PASSWORD");
    expect(requests[0]?.headers.get("authorization")).toBeNull();
  });

  it("also where there is no answer, no tool or no operation", async () => {
    const { call } = await served(() => Promise.reject(new Error("no route")));
    const broken = await call("deletePets");
    expect(broken.isError).toBe(true);
    expect(textsOf(broken)[0]).toContain("no route");
    expect((await call("nothing")).isError).toBe(true);
  });
});

describe("credentials", () => {
  it("come from the environment by security scheme, and no result repeats them", async () => {
    const environment = { TEST_LOGIN_USERNAME: "ada", TEST_LOGIN_PASSWORD: "pa55word" };
    const { call } = await served(
      ({ headers }) =>
        json({ items: [{ name: headers.get("authorization") }, { name: "pa55word" }] }),
      { environment },
    );
    expect(valueOf(await call("listPets"))).toEqual({
      items: [{ name: "Basic REDACTED" }, { name: "REDACTED" }],
    });
  });

  it("are in no result in another encoding, nor as a number", async () => {
    const environment = { TEST_LOGIN_USERNAME: "ada", TEST_LOGIN_PASSWORD: "pa55/word+1" };
    const sent = "pa55/word+1";
    const echoes = [
      btoa(sent),
      btoa(`x${sent}`),
      Buffer.from(sent).toString("hex"),
      encodeURIComponent(sent).toLowerCase(),
      "pa55\\/word+1",
    ];
    const answers = [200, 409].map((status) => () => json({ echoes, "pa55/word+1": 1 }, status));
    for (const answer of answers) {
      const { call } = await served(answer, { environment });
      const text = textsOf(await call("putPet", { path_id: "ab", name: "Rex" })).join("\n");
      for (const echo of [sent, ...echoes]) expect(text).not.toContain(echo);
      expect(text).toContain("REDACTED");
    }
  });

  it.each([200, 409])("of digits leave the answer %d JSON", async (status) => {
    const environment = { TEST_TOKEN: "12345" };
    const answer = { id: 12345, name: "12345", count: 7, nested: [12345.5] };
    const { call } = await served(() => json(answer, status), { environment });
    const value = valueOf(await call("putPet", { path_id: "ab", name: "Rex" }));
    const shown = { id: "REDACTED", name: "REDACTED", count: 7, nested: ["REDACTED.5"] };
    expect(status === 200 ? value : (value as { body: unknown }).body).toEqual(shown);
  });

  it("of one character leave the answer as it is", async () => {
    const { call } = await served(() => json({ id: 1, name: "1" }), {
      environment: { TEST_TOKEN: "1" },
    });
    expect(valueOf(await call("putPet", { path_id: "ab", name: "Rex" }))).toEqual({
      id: 1,
      name: "1",
    });
  });

  it("come from a function, which the environment does not stand in for", async () => {
    const asked: unknown[] = [];
    const { requests, call } = await served(() => json({}), {
      environment: { TEST_TOKEN: "of the environment" },
      credentials: ({ scheme, operationId, caller }) => {
        asked.push({ scheme, operationId, caller });
        return scheme === "login" ? { username: "ada", password: "pa55word" } : undefined;
      },
    });
    await call("listPets");
    expect(asked).toEqual([
      { scheme: "token", operationId: "listPets", caller: undefined },
      { scheme: "login", operationId: "listPets", caller: undefined },
    ]);
    expect(requests[0]?.headers.get("authorization")).toBe(`Basic ${btoa("ada:pa55word")}`);
  });
});
