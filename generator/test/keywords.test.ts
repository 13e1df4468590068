import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { compileValidators } from "../../packages/compiler/src/compile/compile-validators.ts";
import { declareTypes } from "../src/emit/schema-types/declare-types.ts";
import { loadDocument } from "../../packages/description/src/load/load-document.ts";
import { buildApiModel } from "../../packages/description/src/model/build-api-model.ts";
import { schemaTypeName } from "../../packages/description/src/names/names.ts";
import { repository, temporaryFolder } from "./support.ts";

/** One row of the table: schemas, what `Value` says yes and no to, and its type. */
interface Fixture {
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
  readonly type: string;
  readonly warnings?: readonly string[];
}

const folder = join(import.meta.dirname, "keywords");

/** The first cells of the first table's rows, as file names. */
const rows = readFileSync(join(repository, "generator", "KEYWORDS.md"), "utf8")
  .replace(/^## [^]*/m, "")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => (line.split("|")[1] ?? "").trim())
  .filter((cell) => cell !== "keyword" && !/^-+$/.test(cell))
  .map(fileName);

function fileName(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** A description whose one operation takes a `Value`. */
function description({ schemas }: Fixture): string {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Value" } } };
  return stringify({
    openapi: "3.1.1",
    info: { title: "Keywords", version: "1.0.0" },
    paths: {
      "/values": {
        post: {
          operationId: "CreateValue",
          requestBody: { required: true, content },
          responses: { "204": { description: "Done." } },
        },
      },
    },
    components: { schemas },
  });
}

/** The declaration of `Value`, in one line. */
function declaration(text: string): string {
  const found =
    /^(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)?export (?:type|interface) Value\b[^]*?(?=^(?:\/\*\*|export|type)|(?![^]))/m;
  return oneLine((found.exec(text)?.[0] ?? "").replace(/^\/\*\*[^]*?\*\/\n/, ""));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

describe("the table of keywords", () => {
  it("has a fixture for each row, and a row for each fixture", () => {
    const fixtures = readdirSync(folder).map((file) => file.replace(/\.yaml$/, ""));
    expect(rows.toSorted()).toEqual(fixtures.toSorted());
  });

  it.for(rows)("tells the truth of %s", async (row) => {
    const fixture = parse(readFileSync(join(folder, `${row}.yaml`), "utf8")) as Fixture;
    const file = join(temporaryFolder(), "openapi.yaml");
    writeFileSync(file, description(fixture));
    const document = await loadDocument(file);
    const { model, diagnostics } = buildApiModel(document);
    const said = [...document.diagnostics, ...diagnostics];
    expect(said.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(said.map(({ code }) => code)).toEqual(fixture.warnings ?? []);
    const types = declareTypes(model.types, schemaTypeName);
    expect(declaration(types)).toBe(oneLine(fixture.type));
    const { accepts } = compileValidators(model);
    const verdict = (value: unknown) => ({ value, isValid: accepts("checkValue", value) });
    expect([...fixture.valid, ...fixture.invalid].map(verdict)).toEqual([
      ...fixture.valid.map((value) => ({ value, isValid: true })),
      ...fixture.invalid.map((value) => ({ value, isValid: false })),
    ]);
  });
});
