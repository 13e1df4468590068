import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { printPackages, temporaryFolder } from "../../support.ts";

const header = (schema: object) => ({ description: "A number.", schema });
const integer = header({ type: "integer" });
const ref = (name: string) => ({ $ref: `#/components/headers/${name}` });

const json = (schema: string) => ({
  "application/json": { schema: { $ref: `#/components/schemas/${schema}` } },
});

/** The types that are generated for responses with these headers, one for each path. */
async function typesOf(responses: readonly object[], schemas: object = {}) {
  const spec = join(temporaryFolder(), "description.json");
  const paths = responses.map((headers, index) => [
    `/${index}`,
    {
      get: {
        operationId: `get${index}`,
        responses: { 200: { description: "", headers, content: json("Kind") } },
      },
    },
  ]);
  const components = {
    schemas: { Kind: { type: "string", enum: ["a", "b"] }, ...schemas },
    headers: {
      "X-Rate-Limit": integer,
      "X-Rate-Left": integer,
      Link: header({ type: "string" }),
      "X-Kind": header({ $ref: "#/components/schemas/Kind" }),
    },
  };
  const document = { openapi: "3.1.1", info: { title: "T", version: "1" } };
  writeFileSync(
    spec,
    JSON.stringify({ ...document, paths: Object.fromEntries(paths) as object, components }),
  );
  const files = await printPackages(spec, "@case");
  const text = (path: string): string =>
    files.find((file) => file.path === `contract/src/${path}`)?.text ?? "";
  const results = text("operations/default.ts").matchAll(/headers\??: (\w+|\{)/g);
  return {
    results: [...results].map(([, type]) => type),
    declared: [...text("schema.ts").matchAll(/interface (\w*Headers) /g)].map(([, name]) => name),
    index: files.find(({ path }) => path === "client/src/index.ts")?.text,
  };
}

const rate = { "X-Rate-Limit": ref("X-Rate-Limit"), "X-Rate-Left": ref("X-Rate-Left") };

it("names headers of components once, by the words that they share", async () => {
  const link = { Link: ref("Link") };
  const { results, declared, index } = await typesOf([rate, link, rate]);
  expect(results).toEqual(["XRateHeaders", "LinkHeaders", "XRateHeaders"]);
  expect(declared).toEqual(["XRateHeaders", "LinkHeaders"]);
  expect(index).toContain("XRateHeaders");
});

it("names all headers where the words that they share name others too", async () => {
  const one = { "X-Rate-Limit": ref("X-Rate-Limit") };
  const two = { Link: ref("Link"), "X-Rate-Left": ref("X-Rate-Left") };
  const { results } = await typesOf([rate, one, two]);
  expect(results).toEqual(["XRateHeaders", "XRateLimitHeaders", "LinkXRateLeftHeaders"]);
  const other = { "X-Rate-Limit": ref("X-Rate-Limit"), "X-Rate-Late": ref("Link") };
  expect((await typesOf([rate, other])).results).toEqual([
    "XRateLimitXRateLeftHeaders",
    "XRateLimitXRateLateHeaders",
  ]);
});

it("leaves headers in their response that only it has, and those of a name that is taken", async () => {
  const mixed = { ...rate, "X-Own": integer };
  const same = { "X-Rate-Limit": ref("Link"), "X-Rate-Left": ref("Link") };
  expect((await typesOf([mixed])).results).toEqual(["{"]);
  expect((await typesOf([rate, same])).results).toEqual(["{", "{"]);
  const taken = { XRateHeaders: { type: "object", properties: {} } };
  expect((await typesOf([rate], taken)).results).toEqual(["{"]);
});

it("leaves headers with an enum that may grow, whose type has a parameter", async () => {
  const kinds = { "X-Kind": ref("X-Kind") };
  expect((await typesOf([kinds])).results).toEqual(["{"]);
  const closed = { Kind: { type: "string", enum: ["a", "b"], "x-extensible-enum": false } };
  expect((await typesOf([kinds], closed)).results).toEqual(["XKindHeaders"]);
});
