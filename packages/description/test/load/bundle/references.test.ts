import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/diagnostics/usage-error.ts";
import { uniqueDiagnostics } from "../../../src/diagnostics/diagnostics.ts";
import { valueAt } from "../../../src/json/json.ts";
import { loadDocument } from "../../../src/load/load-document.ts";
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

describe("a reference to a file", () => {
  it("stays within the description's folder", async () => {
    const { codes } = await load("../common/pet.yaml", [], { "common/pet.yaml": pet });
    expect(codes).toEqual([
      'ref-outside $ref "../common/pet.yaml" points outside the description\'s folder',
    ]);
  });

  it("leads where it is allowed to", async () => {
    const { schema, codes, files } = await load("../common/pet.yaml", ["./common"], {
      "common/pet.yaml": pet,
    });
    expect({ codes, files }).toEqual({ codes: [], files: 2 });
    expect(schema).toMatchObject({ type: "object" });
  });

  it("does not leave the folder through a link", async () => {
    const folder = temporaryFolder();
    writeTree(folder, { "spec/openapi.yaml": referring("pet.yaml"), "secret.yaml": pet });
    symlinkSync(join(folder, "secret.yaml"), join(folder, "spec/pet.yaml"));
    const { diagnostics } = await loadDocument(join(folder, "spec/openapi.yaml"));
    expect(uniqueDiagnostics(diagnostics).map(({ code }) => code)).toEqual(["ref-outside"]);
  });

  it.each([
    "file:///etc/hosts",
    "data:application/json,{}",
    "//127.0.0.1/pet.yaml",
    "\\\\127.0.0.1\\pet.yaml",
    "/\\127.0.0.1/pet.yaml",
  ])("is none with %s", async (reference) => {
    const { codes } = await load(reference);
    expect(codes).toEqual([expect.stringContaining("ref-remote")]);
  });

  it("to what is not UTF-8 is read as windows-1252, and reported", async () => {
    const folder = temporaryFolder();
    writeTree(folder, { "openapi.yaml": referring("pet.yaml") });
    writeFileSync(join(folder, "pet.yaml"), Buffer.from("title: caf\xe9\n", "latin1"));
    const { diagnostics, value } = await loadDocument(join(folder, "openapi.yaml"));
    expect(diagnostics).toMatchObject([
      {
        severity: "warning",
        code: "file-encoding",
        message: "it is not valid UTF-8, so windows-1252 is assumed",
      },
    ]);
    expect(JSON.stringify(value)).toContain("caf\u00e9");
  });

  it("by a folder that does not exist is wrong usage", async () => {
    await expect(load("pet.yaml", ["./nowhere"])).rejects.toThrow(UsageError);
  });
});

/** What is said of a reference that means nothing. */
const assumed = ": a schema or a body allows any value, anything else is left out";

describe("a reference in a schema with $id", () => {
  const described = (schemas: Readonly<Record<string, unknown>>): Record<string, string> => ({
    "spec/openapi.yaml": JSON.stringify({
      openapi: "3.1.1",
      info: { title: "Pets", version: "1.0.0" },
      components: { schemas },
    }),
  });

  it("is fetched from there where its origin is allowed, unless the file has it", async () => {
    const { origin, requests } = await serve(
      texts({ "/v1/name.json": '{ "$defs": { "a": { "$anchor": "text", "type": "string" } } }' }),
    );
    const named = {
      $id: `${origin}/v1/pet.json`,
      properties: { name: { $ref: "name.json#text" }, tag: { $ref: "tag.json" } },
      $defs: { tag: { $id: "tag.json", type: "integer" } },
    };
    const { schema, codes } = await load("", [origin], described({ Pet: named }));
    expect(codes).toEqual([]);
    expect(schema).toMatchObject({
      properties: {
        name: { $ref: "#/components/schemas/a" },
        tag: { $ref: "#/components/schemas/PetTag" },
      },
    });
    expect(requests.map(({ url }) => url)).toEqual(["/v1/name.json"]);
    expect((await load("", [], described({ Pet: named }))).codes).toEqual([
      `ref-remote $ref "${origin}/v1/name.json#text" points to another host${assumed}`,
    ]);
  });

  it("finds what another file calls itself, and files beside a relative one", async () => {
    const { schema, codes } = await load("", [], {
      ...described({
        Pet: { properties: { owner: { $ref: "https://example.com/people/owner" } } },
        Other: { $id: "schemas/", properties: { a: { $ref: "owner.yaml#name" } } },
      }),
      "spec/schemas/owner.yaml":
        "$id: https://example.com/people/owner\nproperties: { name: { $anchor: name, type: string } }\n",
    });
    expect(codes).toEqual([]);
    expect(schema).toEqual({ properties: { owner: { $ref: "#/components/schemas/owner" } } });
  });

  it("does not lead out of the description's folder", async () => {
    const { codes } = await load("", [], {
      ...described({ Pet: { $id: "../common/", items: { $ref: "pet.yaml" } } }),
      "common/pet.yaml": pet,
    });
    expect(codes).toEqual([
      'ref-outside $ref "../common/pet.yaml" points outside the description\'s folder',
    ]);
  });
});

it("a component that adds to a schema of a file keeps both", async () => {
  const { schema, codes } = await load("", [], {
    "spec/openapi.yaml": JSON.stringify({
      openapi: "3.1.1",
      info: { title: "Pets", version: "1.0.0" },
      components: { schemas: { Pet: { $ref: "Pet.yaml", required: ["name"] } } },
    }),
    "spec/Pet.yaml": pet,
  });
  expect(codes).toEqual([]);
  expect(schema).toEqual({ $ref: "#/components/schemas/PetBase", required: ["name"] });
});
