import { mkdirSync, readdirSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { DiagnosticsError, uniqueDiagnostics } from "../../../src/diagnostics/diagnostics.ts";
import { generate } from "../../../../../generator/src/generate.ts";
import { valueAt } from "../../../src/json/json.ts";
import { loadDocument } from "../../../src/load/load-document.ts";
import type { LoadOptions } from "../../../src/load/load-options.ts";
import { readTree, temporaryFolder, writeTree } from "../../../../../generator/test/support.ts";
import { serve, texts } from "../serve.ts";

const referring = (reference: string): string => `openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }
components: { schemas: { Pet: { $ref: ${JSON.stringify(reference)} } } }
`;

const pet = "type: object\n";

/** What is said of a URL that nothing can be read from, with the way out. */
async function refusalOf(url: string, options?: LoadOptions): Promise<string> {
  const error: unknown = await loadDocument(url, options).catch((reason: unknown) => reason);
  if (!(error instanceof DiagnosticsError)) return String(error);
  const [{ code = "", message = "", hint = "" } = {}] = error.diagnostics;
  return `${code} ${message} | ${hint}`;
}

describe("a description at a URL", () => {
  it("is read with the documents in its folder, and no others of its origin", async () => {
    const { origin } = await serve(
      texts({
        "/v1/openapi.yaml": referring("schemas/pet.yaml"),
        "/v1/schemas/pet.yaml": pet,
        "/v1/other.yaml": referring("../pet.yaml"),
        "/pet.yaml": pet,
      }),
    );
    const document = await loadDocument(`${origin}/v1/openapi.yaml`);
    expect(document.diagnostics).toEqual([]);
    expect(valueAt(document.value, "/components/schemas/Pet")).toEqual({ type: "object" });
    expect(document.files).toEqual([`${origin}/v1/openapi.yaml`, `${origin}/v1/schemas/pet.yaml`]);
    const outside = await loadDocument(`${origin}/v1/other.yaml`);
    expect(uniqueDiagnostics(outside.diagnostics)).toMatchObject([
      { code: "ref-outside", location: { file: `${origin}/v1/other.yaml`, line: 3 } },
    ]);
    const allowed = await loadDocument(`${origin}/v1/other.yaml`, { allowRefs: [origin] });
    expect(allowed.diagnostics).toEqual([]);
  });

  it("cannot refer to files of this machine", async () => {
    const { origin } = await serve(
      texts({ "/a.yaml": referring("file:///etc/hosts"), "/b.yaml": referring("/etc/hosts") }),
    );
    for (const name of ["a.yaml", "b.yaml"]) {
      const { diagnostics, files } = await loadDocument(`${origin}/${name}`);
      expect(uniqueDiagnostics(diagnostics)).toMatchObject([
        { code: expect.stringMatching(/^ref-(file-missing|remote)$/) as string },
      ]);
      expect(files).toEqual([`${origin}/${name}`]);
    }
  });

  it.each([
    [
      "/none.yaml",
      "answers with status 404 | correct the URL, or save the document to a file and give its path",
    ],
    [
      "/private.yaml",
      "answers with status 401 | give what it asks for: --request-header 'Authorization: Bearer ${TOKEN}', with TOKEN in the environment",
    ],
    [
      "/page",
      "answers with a web page (text/html) | give the URL of the text itself, often called raw",
    ],
  ])("is an error where there is none: %s", async (path, reason) => {
    const { origin } = await serve(({ url = "" }, response) => {
      if (url.startsWith("/page"))
        response.writeHead(200, { "content-type": "text/html" }).end("<p>");
      else response.writeHead(url.startsWith("/private") ? 401 : 404).end();
    });
    expect(await refusalOf(`${origin}${path}?token=secret`)).toBe(
      `description-not-found ${origin}${path}?… ${reason}`,
    );
  });

  it.each([
    [
      "http://specs.example/openapi.yaml",
      "use https, or allow its origin with --allow-ref http://specs.example",
    ],
    [
      "https://me:secret@specs.example/openapi.yaml",
      "has credentials in it: give them by --request-header",
    ],
    ["https://", "is not a URL"],
  ])("is asked for safely or not at all: %s", async (url, reason) => {
    const said = await refusalOf(url);
    expect(said).toContain(reason);
    expect(said).not.toContain("secret");
  });

  it("takes overlays from URLs too", async () => {
    const { origin } = await serve(
      texts({
        "/openapi.yaml": referring("pet.yaml"),
        "/pet.yaml": pet,
        "/fixes.yaml":
          "overlay: 1.1.0\ninfo: { title: F, version: '1' }\nactions: [{ target: $.info.title, update: Cats }]\n",
        "/part.yaml":
          "overlay: 1.1.0\ninfo: { title: F, version: '1' }\nextends: pet.yaml\nactions: [{ target: $, update: { title: A pet } }]\n",
      }),
    );
    const overlays = [`${origin}/fixes.yaml`, `${origin}/part.yaml`];
    const { value, diagnostics } = await loadDocument(`${origin}/openapi.yaml`, { overlays });
    expect(diagnostics).toEqual([]);
    expect(valueAt(value, "/info/title")).toBe("Cats");
    expect(valueAt(value, "/components/schemas/Pet/title")).toBe("A pet");
  });
});

describe("request headers", () => {
  it("go to the origin of the description, and to no other", async () => {
    const other = await serve(texts({ "/pet.yaml": pet, "/moved.yaml": referring("#/info") }));
    const own = await serve(({ url }, response) => {
      if (url === "/moved.yaml")
        response.writeHead(302, { location: `${other.origin}/moved.yaml` }).end();
      else response.end(referring(url === "/openapi.yaml" ? "b.yaml" : `${other.origin}/pet.yaml`));
    });
    vi.stubEnv("VENDOR_TOKEN", "s3cret");
    const requestHeaders = { authorization: "Bearer ${VENDOR_TOKEN}" };
    const options = { requestHeaders, allowRefs: [other.origin] };
    await loadDocument(`${own.origin}/openapi.yaml`, options);
    await loadDocument(`${own.origin}/moved.yaml`, options);
    vi.unstubAllEnvs();
    const sent = (requests: typeof own.requests) =>
      requests.map(({ url, headers }) => `${url} ${headers.authorization}`);
    expect(sent(own.requests)).toEqual([
      "/openapi.yaml Bearer s3cret",
      "/b.yaml undefined",
      "/moved.yaml Bearer s3cret",
    ]);
    expect(sent(other.requests)).toContain("/pet.yaml undefined");
    expect(sent(other.requests)).toContain("/moved.yaml undefined");
    expect(sent(other.requests).join()).not.toContain("s3cret");
  });

  it("go to references of that origin where --allow-ref names it", async () => {
    const own = await serve(texts({ "/openapi.yaml": referring("b.yaml"), "/b.yaml": pet }));
    const requestHeaders = { authorization: "Bearer s3cret" };
    const sent = (): unknown[] => own.requests.map(({ headers }) => headers.authorization);
    await loadDocument(`${own.origin}/openapi.yaml`, { requestHeaders });
    expect(sent()).toEqual(["Bearer s3cret", undefined]);
    await loadDocument(`${own.origin}/openapi.yaml`, { requestHeaders, allowRefs: [own.origin] });
    expect(sent().slice(2)).toEqual(["Bearer s3cret", "Bearer s3cret"]);
  });

  it("do not leave with a redirect that is not allowed", async () => {
    const other = await serve(texts({ "/openapi.yaml": referring("#/info") }));
    const own = await serve((_, response) => {
      response.writeHead(302, { location: `${other.origin}/openapi.yaml` }).end();
    });
    const said = await refusalOf(`${own.origin}/openapi.yaml`, { requestHeaders: { a: "s3cret" } });
    expect(said).toBe(
      `description-not-found ${own.origin}/openapi.yaml redirects to another origin, ${other.origin} | give the URL that it leads to, or allow that origin with --allow-ref ${other.origin}`,
    );
    expect(other.requests).toEqual([]);
  });

  it.each([
    [
      { authorization: "${OPENAPI_PACKAGES_UNSET}" },
      'the request header "authorization" asks for the variable OPENAPI_PACKAGES_UNSET, which is not set',
    ],
    [{ authorization: "s3cret\nx: y" }, 'the request header "authorization" cannot be sent'],
    [
      { authorization: "s3cret" },
      "request headers go to the origin of the description, which is not a URL",
    ],
  ])("are refused without their value: %j", async (requestHeaders, message) => {
    const said = await refusalOf("openapi.yaml", { requestHeaders });
    expect(said).toContain(message);
    expect(said).not.toContain("s3cret");
  });
});

describe("a run over a URL", () => {
  const description = `openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }
paths:
  /pets: { get: { operationId: listPets, responses: { "204": { description: None. } } } }
`;
  const withEtag =
    (text: () => string): RequestListener =>
    (request, response) => {
      const etag = `"${text().length}"`;
      const isKnown = request.headers["if-none-match"] === etag;
      response.writeHead(isKnown ? 304 : 200, { etag }).end(isKnown ? undefined : text());
    };

  it("asks whether the description has changed, and does nothing where it has not", async () => {
    let text = description;
    let isUp = true;
    const answer = withEtag(() => text);
    const { origin, requests } = await serve((request, response) => {
      if (isUp) answer(request, response);
      else response.writeHead(503).end();
    });
    const folder = temporaryFolder();
    mkdirSync(join(folder, "node_modules"));
    const out = join(folder, "packages");
    const run = () => generate({ spec: `${origin}/openapi.yaml`, out, scope: "@case" });
    expect((await run()).isUnchanged).toBe(false);
    expect((await run()).isUnchanged).toBe(true);
    expect(requests.map(({ headers }) => headers["if-none-match"])).toEqual([
      undefined,
      `"${description.length}"`,
    ]);
    text = description.replaceAll("listPets", "listAllPets");
    expect((await run()).changes.length).toBeGreaterThan(0);
    isUp = false;
    const before = readTree(out);
    await expect(run()).rejects.toThrow("answers with status 503");
    expect(readTree(out)).toEqual(before);
  });

  it("keeps no document that its server forbids to store, and none without a node_modules", async () => {
    const { origin } = await serve((_, response) => {
      response.writeHead(200, { etag: '"1"', "cache-control": "private, no-store" });
      response.end(description);
    });
    const folder = temporaryFolder();
    mkdirSync(join(folder, "node_modules"));
    await generate({ spec: `${origin}/a.yaml`, out: join(folder, "out"), scope: "@case" });
    const kept = readdirSync(join(folder, "node_modules/.cache/openapi-packages"));
    expect(kept).not.toContain("remote");
  });

  it("forgets an unchanged run when overlays change", async () => {
    const folder = temporaryFolder();
    writeTree(folder, {
      "openapi.yaml": description,
      "fixes.yaml":
        "overlay: 1.1.0\ninfo: { title: F, version: '1' }\nactions: [{ target: $.info.title, update: Cats }]\n",
      "node_modules/.keep": "",
      "package.json": "{}",
    });
    const common = { spec: join(folder, "openapi.yaml"), out: join(folder, "out"), scope: "@case" };
    const overlays = [join(folder, "fixes.yaml")];
    await generate(common);
    expect((await generate({ ...common, overlays })).isUnchanged).toBe(false);
    expect((await generate({ ...common, overlays })).isUnchanged).toBe(true);
    writeTree(folder, {
      "fixes.yaml":
        "overlay: 1.1.0\ninfo: { title: F, version: '1' }\nactions: [{ target: $.info.title, update: Dogs }]\n",
    });
    expect((await generate({ ...common, overlays })).isUnchanged).toBe(false);
    expect((await generate(common)).isUnchanged).toBe(false);
  });
});
