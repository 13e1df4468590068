import type { RequestListener } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { uniqueDiagnostics } from "../../../src/diagnostics/diagnostics.ts";
import { valueAt } from "../../../src/json/json.ts";
import { loadDocument } from "../../../src/load/load-document.ts";
import { remoteLimits } from "../../../src/load/read/remote-reader.ts";
import { temporaryFolder, writeTree } from "../../../../../generator/test/support.ts";
import { serve, texts } from "../serve.ts";

const pet = "type: object\nproperties: { name: { type: string } }\n";

/** A description whose only schema refers to somewhere. */
const referring = (reference: string): string =>
  [
    "openapi: 3.1.1",
    "info: { title: Pets, version: 1.0.0 }",
    "components:",
    "  schemas:",
    `    Pet: { $ref: ${JSON.stringify(reference)} }`,
    "",
  ].join("\n");

/** Loads a description with this reference from a folder of its own. */
async function load(
  reference: string,
  allowRefs: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
) {
  const folder = temporaryFolder();
  writeTree(folder, { "spec/openapi.yaml": referring(reference), ...files });
  const allowed = allowRefs.map((one) => (one.startsWith(".") ? join(folder, one) : one));
  const loaded = await loadDocument(join(folder, "spec/openapi.yaml"), { allowRefs: allowed });
  return {
    schema: valueAt(loaded.value, "/components/schemas/Pet"),
    codes: uniqueDiagnostics(loaded.diagnostics).map(({ code, message }) => `${code} ${message}`),
    files: loaded.files.length,
  };
}

describe("a remote reference", () => {
  it("is not followed unless its origin is allowed", async () => {
    const { origin, requests } = await serve(texts({ "/pet.yaml": pet }));
    const { codes } = await load(`${origin}/pet.yaml`, ["https://example.com"]);
    expect(codes).toEqual([
      `ref-remote $ref "${origin}/pet.yaml" points to another host: a schema or a body allows any value, anything else is left out`,
    ]);
    expect(requests).toEqual([]);
  });

  it("is followed where its origin is allowed, and those behind it", async () => {
    const { origin, requests } = await serve(
      texts({
        "/schemas/pet.yaml": "properties: { owner: { $ref: '../people.json#/Person' } }\n",
        "/people.json": '{ "Person": { "type": "string" }, "Unused": {} }',
      }),
    );
    const { schema, codes, files } = await load(`${origin}/schemas/pet.yaml`, [origin]);
    expect({ codes, files }).toEqual({ codes: [], files: 3 });
    expect(schema).toEqual({ properties: { owner: { $ref: "#/components/schemas/Person" } } });
    expect(requests.map(({ url }) => url)).toEqual(["/schemas/pet.yaml", "/people.json"]);
  });

  it("is found behind a file too", async () => {
    const { origin } = await serve(texts({ "/name.yaml": "type: string\n" }));
    const { codes } = await load("pet.yaml", [origin], {
      "spec/pet.yaml": `properties: { name: { $ref: "${origin}/name.yaml" } }\n`,
    });
    expect(codes).toEqual([]);
  });

  it("does not lead from another host to files", async () => {
    const { origin, requests } = await serve(
      texts({
        "/pet.yaml":
          "allOf: [{ $ref: /etc/hosts }, { $ref: 'file:///etc/hosts' }, { $ref: ../../spec/openapi.yaml }]\n",
      }),
    );
    const { codes } = await load(`${origin}/pet.yaml`, [origin]);
    expect(codes.map((code) => code.split(" ")[0])).toEqual([
      "ref-file-missing",
      "ref-remote",
      "ref-file-missing",
    ]);
    expect(requests.map(({ url }) => url).toSorted()).toEqual([
      "/etc/hosts",
      "/pet.yaml",
      "/spec/openapi.yaml",
    ]);
  });

  it("carries no credentials, and none in its URL are used", async () => {
    const { origin, requests } = await serve(texts({ "/pet.yaml": pet }));
    await load(`${origin}/pet.yaml`, [origin]);
    const [headers] = requests.map((request) => request.headers);
    expect(Object.keys(headers ?? {})).not.toContain("authorization");
    expect(Object.keys(headers ?? {})).not.toContain("cookie");
    const secret = origin.replace("http://", "http://me:secret@");
    const { codes } = await load(`${secret}/pet.yaml`, [origin]);
    expect(codes).toEqual([expect.stringContaining("has credentials in it")]);
    const refused = await load(`${secret}/pet.yaml`);
    expect(refused.codes).toEqual([expect.stringContaining("points to another host")]);
    expect([...codes, ...refused.codes].join("\n")).not.toMatch(/secret|me:/);
    expect(requests).toHaveLength(1);
  });

  it("follows redirects within its origin, and to no other", async () => {
    const elsewhere = await serve(texts({ "/pet.yaml": pet }));
    const { origin } = await serve(({ url }, response) => {
      if (url === "/pet.yaml") response.end(pet);
      else
        response
          .writeHead(302, {
            location: url === "/near" ? "/pet.yaml" : `${elsewhere.origin}/pet.yaml`,
          })
          .end();
    });
    expect((await load(`${origin}/near`, [origin])).codes).toEqual([]);
    const { codes } = await load(`${origin}/far`, [origin, elsewhere.origin]);
    expect(codes).toEqual([expect.stringContaining("redirects to another origin")]);
    expect(elsewhere.requests).toEqual([]);
  });

  it("gives up on a ring of redirects", async () => {
    const { origin, requests } = await serve((_request, response) => {
      response.writeHead(302, { location: "/again" }).end();
    });
    const { codes } = await load(`${origin}/pet.yaml`, [origin]);
    expect(codes).toEqual([expect.stringContaining("redirects more than 5 times")]);
    expect(requests).toHaveLength(6);
  });

  it("takes no more than its limit of bytes", async () => {
    const { origin } = await serve((_request, response) => {
      const chunk = "#".repeat(2 ** 20);
      const send = (): void => {
        if (response.write(chunk)) setImmediate(send);
        else response.once("drain", send);
      };
      response.on("close", () => response.removeAllListeners("drain"));
      send();
    });
    const { codes } = await load(`${origin}/endless.yaml`, [origin]);
    expect(codes).toEqual([expect.stringContaining("is larger than 10 MB")]);
  });

  it("takes no more than its limit of what was compressed", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20, "#"));
    expect(bomb.length).toBeLessThan(2 ** 17);
    const { origin } = await serve((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    });
    const { codes } = await load(`${origin}/bomb.yaml`, [origin]);
    expect(codes).toEqual([expect.stringContaining("is larger than 10 MB")]);
  });

  it.each([
    { limits: { documents: 5 }, most: 5, reason: "is one of more than 5 documents" },
    { limits: { allBytes: 2 ** 20 }, most: 30, reason: "is one of documents of more than 1 MB" },
  ])(
    "takes no more than its limits of all documents: $limits",
    async ({ limits, most, reason }) => {
      const before = { ...remoteLimits };
      onTestFinished(() => void Object.assign(remoteLimits, before));
      Object.assign(remoteLimits, limits);
      const { origin, requests } = await serve(({ url = "" }, response) => {
        const all = Array.from({ length: 100 }, (_, index) => `{ $ref: "${origin}/${index}" }`);
        const text = `# ${"#".repeat(2 ** 16)}\ntype: string`;
        response.end(url === "/root" ? `allOf: [${all.join(", ")}]` : text);
      });
      const { codes } = await load(`${origin}/root`, [origin]);
      expect(codes.length).toBeGreaterThanOrEqual(100 - most);
      expect(codes.at(-1)).toContain(reason);
      expect(requests.length).toBeLessThanOrEqual(most);
    },
  );

  it("that is not UTF-8 is reported", async () => {
    const { origin } = await serve((_request, response) => {
      response.end(Buffer.from([0x61, 0x3a, 0x20, 0xff]));
    });
    const { codes } = await load(`${origin}/pet.yaml`, [origin]);
    expect(codes).toEqual([expect.stringContaining("is not valid UTF-8")]);
  });

  it("waits no longer than its limit of time", async () => {
    const { milliseconds } = remoteLimits;
    onTestFinished(() => void Object.assign(remoteLimits, { milliseconds }));
    Object.assign(remoteLimits, { milliseconds: 50 });
    const { origin } = await serve((_request, response) => void response.write("a: "));
    const { codes } = await load(`${origin}/slow.yaml`, [origin]);
    expect(codes).toEqual([expect.stringContaining("does not arrive within 0.05 seconds")]);
  });

  it("goes no deeper than its limit of documents", async () => {
    const { origin, requests } = await serve(({ url = "" }, response) => {
      const next = Number(url.slice(1)) + 1;
      response.end(`properties: { next: { $ref: "${origin}/${next}" } }`);
    });
    const { codes } = await load(`${origin}/1`, [origin]);
    expect(requests).toHaveLength(remoteLimits.depth);
    expect(codes).toEqual([expect.stringContaining("is more than 20 documents away")]);
  });

  it.each([
    ["answers with status 404", texts({})],
    ["cannot be reached: the connection breaks", (request) => void request.socket.destroy()],
  ] satisfies [string, RequestListener][])("that %s is reported", async (reason, listener) => {
    const { origin } = await serve(listener);
    const { codes } = await load(`${origin}/pet.yaml`, [origin]);
    expect(codes).toEqual([`ref-file-missing $ref "${origin}/pet.yaml" ${reason}`]);
  });

  it("that is no YAML is reported with its own place", async () => {
    const { origin } = await serve(texts({ "/pet.yaml": "a: [\n" }));
    const folder = temporaryFolder();
    writeTree(folder, { "openapi.yaml": referring(`${origin}/pet.yaml`) });
    const { diagnostics } = await loadDocument(join(folder, "openapi.yaml"), {
      allowRefs: [origin],
    });
    expect(diagnostics).toMatchObject([
      { code: "syntax", location: { file: `${origin}/pet.yaml`, line: 2 } },
    ]);
  });

  it.each([
    "http://127.0.0.1:1/",
    "http://localhost:1/",
    "http://[::1]:1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
  ])("to %s is asked for only where that origin is allowed by name", async (url) => {
    const { origin, requests } = await serve(texts({ "/pet.yaml": pet }));
    expect((await load(url, [origin])).codes).toEqual([expect.stringContaining("ref-remote")]);
    const far = await serve((_request, response) => {
      response.writeHead(302, { location: url }).end();
    });
    const { codes } = await load(`${far.origin}/pet.yaml`, [far.origin]);
    expect(codes).toEqual([expect.stringContaining("redirects to another origin")]);
    expect(requests).toEqual([]);
  });

  it.each(["https://example.com/schemas", "ftp://example.com", "https://me@example.com"])(
    "cannot be allowed by %s, which is not an origin",
    async (allowed) => {
      await expect(load("pet.yaml", [allowed])).rejects.toThrow(/is not an origin/);
    },
  );
});
