import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDocument } from "../../../src/load/load-document.ts";
import { temporaryFolder } from "../../../../../generator/test/support.ts";
import { serve } from "../serve.ts";

/** The message of loading a file with this content. */
async function refusalOf(content: string | Uint8Array, name = "openapi.yaml"): Promise<string> {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return messageOf(path);
}

async function messageOf(path: string): Promise<string> {
  const error = await loadDocument(path).catch((caught: unknown) => caught);
  return error instanceof Error ? error.message : "loaded";
}

const archive = Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0xff, 0xfe]);
const gzip = Uint8Array.from([0x1f, 0x8b, 8, 0, 0xff, 0xfe, 0xc3]);

describe("a document that is no description", () => {
  it.each([
    ["a web page (HTML)", "<!-- page -->\n<!DOCTYPE html>\n<html><body>Pets</body></html>\n"],
    ["a web page (HTML)", "<html lang=en>\n"],
    ["a PDF", "%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n"],
    ["a ZIP archive", archive],
    ["compressed by gzip", gzip],
    ["a RAML file", "#%RAML 1.0\ntitle: Pets\n"],
    ["an API Blueprint", "FORMAT: 1A\n\n# Pets\n"],
    ["a WSDL file", '<?xml version="1.0"?>\n<wsdl:definitions name="Pets">\n'],
    ["a WADL file", '<application xmlns="http://wadl.dev.java.net/2009/02">\n'],
    ["an XML file", '<?xml version="1.0"?>\n<pets/>\n'],
    ["a file of Protocol Buffers", '// Pets.\nsyntax = "proto3";\nmessage Pet {}\n'],
    ["a GraphQL schema", '# Pets.\n"""\nA pet.\n"""\ntype Pet {\n  id: ID!\n}\n'],
    ["a GraphQL schema", "schema {\n  query: Query\n}\n"],
    ["a GraphQL schema", '{ "data": { "__schema": { "types": [] } } }'],
    ["an AsyncAPI document", "asyncapi: 3.0.0\ninfo: { title: Pets, version: '1' }\n"],
    [
      "a Postman collection",
      '{ "info": { "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" }, "item": [] }',
    ],
    ["a Postman collection", '{ "collection": { "info": { "_postman_id": "1" } } }'],
    ["an export of Insomnia", "type: collection.insomnia.rest/5.0\nname: Pets\n"],
    ["an Arazzo document", "arazzo: 1.0.1\nworkflows: []\n"],
    ["an overlay", "overlay: 1.1.0\nactions: []\n"],
    ["a Google discovery document", '{ "kind": "discovery#restDescription" }'],
    ["a HAR file of recorded traffic", '{ "log": { "entries": [] } }'],
    ["a package.json", '{ "name": "pets", "dependencies": {} }'],
    ["a JSON Schema", '{ "$schema": "https://json-schema.org/draft/2020-12/schema" }'],
  ])("is recognized: %s", async (what, content) => {
    const message = await refusalOf(content);
    expect(message).toMatch(/^\S+openapi\.yaml {2}not-openapi {2}/);
    expect(message).toContain(`it is ${what}, not a description\n    hint: `);
    expect(message).not.toMatch(/:1:1|pointer/);
  });

  it("is taken for what it says, whatever else it has", async () => {
    const description =
      'openapi: 3.1.0\nasyncapi: 3.0.0\n# type Pet {\ninfo: { title: "<html>", version: "1" }\npaths: {}\n';
    expect(await refusalOf(description)).toBe("loaded");
    const faulty = 'type: object\ninfo: { title: T, version: "1" }\n';
    expect(await refusalOf(faulty)).toContain('no openapi member, but "type", "info"\n');
    expect(await refusalOf("[]")).toContain("no openapi member: it is a list\n");
    expect(await refusalOf('{ "message": "Not Found" }')).toContain('but "message"\n');
  });

  it.each([
    ["<redoc spec-url='/v1/openapi.yaml?key=secret'></redoc>", "/v1/openapi.yaml"],
    [
      '<script id="api-reference" data-url="spec/openapi.json"></script>',
      "/docs/spec/openapi.json",
    ],
    ['<elements-api apiDescriptionUrl="/openapi.yaml"/>', "/openapi.yaml"],
    ['SwaggerUIBundle({ url: "/v3/api.json", dom_id: "#ui" })', "/v3/api.json"],
    ['<link href="x"><link rel="service-desc" href="/openapi.json">', "/openapi.json"],
  ])("names what a page shows: %s", async (body, shown) => {
    const html = { "content-type": "text/html; charset=utf-8" };
    const { origin } = await serve((_, response) => {
      response.writeHead(200, html).end(`<!doctype html><body>${body}`);
    });
    const message = await messageOf(`${origin}/docs/`);
    expect(message).toContain(`answers with a web page (text/html) that shows ${origin}${shown}\n`);
    expect(message).toContain(`hint: give the description that it shows: ${origin}${shown}\n`);
    const saved = `<html><redoc spec-url="${origin}/openapi.yaml"></redoc>`;
    expect(await refusalOf(saved)).toContain(`shows: ${origin}/openapi.yaml\n`);
  });

  it("is a page to log in, where a URL leads there", async () => {
    const { origin } = await serve(({ url = "" }, response) => {
      if (url.startsWith("/login"))
        response.writeHead(200, { "content-type": "text/html" }).end("<form>");
      else if (url === "/sso.yaml")
        response.writeHead(302, { location: "https://sso.pets.example/authorize" }).end();
      else response.writeHead(302, { location: "/login?next=openapi.yaml" }).end();
    });
    expect(await messageOf(`${origin}/openapi.yaml`)).toMatch(
      /leads to a page to log in\n {4}hint: .*--request-header/,
    );
    expect(await messageOf(`${origin}/sso.yaml`)).toContain(
      "redirects to another origin, https://sso.pets.example, to log in\n",
    );
  });

  it("may be a folder, or a name that is misspelt", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "spec"));
    expect(await messageOf(join(folder, "spec"))).toMatch(/is a folder\n.*give the path/);
    writeFileSync(join(folder, "spec", "openapi.yaml"), "");
    expect(await messageOf(join(folder, "spec"))).toMatch(
      /is a folder\n {4}hint: there is \S+\/spec\/openapi\.yaml\n/,
    );
    expect(await messageOf(join(folder, "spec", "opnapi.yml"))).toMatch(
      /there is no file \S+\n {4}hint: did you mean \S+\/spec\/openapi\.yaml\?\n/,
    );
    expect(await messageOf(join(folder, "spec", "openapi.yaml"))).toMatch(
      /^\S+openapi\.yaml {2}document-empty {2}the document is empty\n {4}hint/,
    );
  });
});

describe("a URL that cannot be reached", () => {
  it("says why", async () => {
    const { origin } = await serve(() => {});
    // The server speaks plain HTTP.
    const secure = origin.replace("http:", "https:");
    expect(await messageOf(`${secure}/openapi.yaml`)).toMatch(
      /cannot be reached: it does not speak TLS \(\w+\)\n {4}hint: correct the port/,
    );
  });
});
