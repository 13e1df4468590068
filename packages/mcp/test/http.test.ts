import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { request } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { serveHttp, type McpListenOptions } from "../src/server/index.ts";
import { textsOf, valueOf } from "./connect.ts";
import { generatedOnce } from "./generated.ts";

const description = `
openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }
servers: [{ url: "https://pets.example" }]
security: [{ token: [] }]
paths:
  /pets:
    get:
      operationId: listPets
      responses: { "200": { description: All., content: { application/json: { schema: {} } } } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
`;

const generated = generatedOnce(description);

/** A listening server, whose API answers with the token that it got. */
async function listening(options: McpListenOptions = {}): Promise<string> {
  const { url, close } = await serveHttp(generated().definition, {
    environment: { TEST_TOKEN: "of the environment" },
    fetch: (input, init) => {
      const { headers } = new Request(input, init);
      return Promise.resolve(Response.json({ letters: [...(headers.get("authorization") ?? "")] }));
    },
    ...options,
  });
  onTestFinished(close);
  return url;
}

async function connectedTo(url: string, mode: "legacy" | "auto", token?: string): Promise<Client> {
  const client = new Client({ name: "t", version: "1" }, { versionNegotiation: { mode } });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  return client;
}

const listed = (client: Client) => client.callTool({ name: "listPets", arguments: {} });

/** The status of a request that lists tools. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const accept = "application/json, text/event-stream";
    const sent = request(
      url,
      { method: "POST", headers: { "content-type": "application/json", accept, ...headers } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.on("error", reject);
    sent.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }));
  });
}

describe("Streamable HTTP", () => {
  it.for(["legacy", "auto"] as const)("serves clients of both revisions: %s", async (mode) => {
    const client = await connectedTo(await listening(), mode);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["listPets"]);
    const { letters } = valueOf(await listed(client)) as { letters: string[] };
    expect(letters.join("")).toBe("Bearer of the environment");
  });

  it("listens on this machine, and refuses other names, origins and paths", async () => {
    const url = await listening();
    expect(new URL(url).hostname).toBe("127.0.0.1");
    const { port } = new URL(url);
    expect(await statusOf(url, {})).toBe(200);
    expect(await statusOf(url, { origin: `http://localhost:${port}` })).toBe(200);
    expect(await statusOf(url, { origin: "https://evil.example" })).toBe(403);
    expect(await statusOf(url, { origin: "null" })).toBe(403);
    expect(await statusOf(url, { host: "evil.example" })).toBe(403);
    expect(await statusOf(url.replace("/mcp", "/"), {})).toBe(404);
  });

  it("is not reached by others without a word on who calls", async () => {
    await expect(serveHttp(generated().definition, { hostname: "0.0.0.0" })).rejects.toThrow(
      "0.0.0.0 can be reached by other machines: set authenticate, which identifies callers, and allowedHosts",
    );
  });
});

describe("callers over HTTP", () => {
  /** Lets in whoever has a token. */
  const authenticate = async ({ headers }: Request) => {
    const [, token] = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "") ?? [];
    if (token === undefined) return new Response(null, { status: 401 });
    return { token, clientId: token, scopes: [], expiresAt: 4_000_000_000 };
  };

  it("are let in by authenticate, and their tokens exchanged", async () => {
    const url = await listening({
      authenticate,
      credentials: ({ caller }) => `exchanged for ${caller?.clientId}`,
    });
    expect(await statusOf(url, {})).toBe(401);
    const { letters } = valueOf(await listed(await connectedTo(url, "legacy", "ada"))) as {
      letters: string[];
    };
    expect(letters.join("")).toBe("Bearer exchanged for ada");
  });

  it("never have their own token sent to the API", async () => {
    const url = await listening({ authenticate, credentials: ({ caller }) => caller?.token });
    const result = await listed(await connectedTo(url, "legacy", "token-of-ada"));
    expect(result.isError).toBe(true);
    expect(textsOf(result)[0]).toContain("which was issued for this server: exchange it");
    const other = await listening({ authenticate });
    const sent = valueOf(await listed(await connectedTo(other, "legacy", "token-of-ada"))) as {
      letters: string[];
    };
    expect(sent.letters.join("")).toBe("Bearer of the environment");
  });
});
