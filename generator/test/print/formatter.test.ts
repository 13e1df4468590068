import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { loadFormatter } from "../../src/print/formatter.ts";
import { NotInstalledError } from "../../src/print/native-library.ts";
import { repository, temporaryFolder, writeTree } from "../support.ts";

const text = "export const words  =  { a: 'b' }";
const laidOut = 'export const words = { a: "b" };\n';

beforeEach(() => {
  vi.doUnmock("oxfmt");
});

describe("generated code is laid out", () => {
  it("by oxfmt, whatever the language of the module", async () => {
    const format = await loadFormatter("oxfmt", ".");
    expect(await format("client/src/words.ts", [text])).toBe(laidOut);
    expect(await format("contract/src/words.js", [text])).toBe(laidOut);
  });

  it("the same in pieces, where a module is long, as at once", async () => {
    const format = await loadFormatter("oxfmt", ".");
    const line = "  word(  'word' )\n".repeat(100);
    const parts = Array.from({ length: 90 }, (_, index) => {
      // Parts between which there is no blank line stand together.
      const start = index % 3 === 0 ? "" : "\n";
      return `${start}export const word${index} = () => {\n${line}}\n`;
    });
    const atOnce = await format("client/src/words.ts", [parts.join("")]);
    expect(await format("client/src/words.ts", [...parts, "\n"])).toBe(atOnce);
    expect(atOnce.length).toBeGreaterThan(100_000);
  });

  it("by the Prettier of the output folder's project, as the project configures it", async () => {
    const folder = temporaryFolder();
    writeTree(folder, {
      ".prettierrc.json": JSON.stringify({ singleQuote: true }),
      ".editorconfig": "root = true\n[*]\nindent_style = tab\n",
    });
    mkdirSync(join(folder, "node_modules"));
    const prettier = join(repository, "node_modules", "prettier");
    symlinkSync(prettier, join(folder, "node_modules", "prettier"), "dir");
    const format = await loadFormatter("prettier", folder);
    expect(await format("client/src/words.ts", ["if (a) b('c')"])).toBe("if (a) b('c');\n");
    expect(await format("client/src/words.ts", ["if (a) { b() }"])).toBe("if (a) {\n\tb();\n}\n");
  });

  it("not at all on request", async () => {
    const format = await loadFormatter("none", ".");
    expect(await format("client/src/words.ts", [text])).toBe(text);
  });
});

describe("a formatter", () => {
  it("that the project has not installed is asked for", async () => {
    const folder = temporaryFolder();
    await expect(loadFormatter("prettier", folder)).rejects.toThrow(NotInstalledError);
    await expect(loadFormatter("prettier", folder)).rejects.toThrow(
      "npm install --save-dev prettier",
    );
  });

  it("without a binary for the platform is asked for", async () => {
    const format = () => Promise.reject(new Error("Cannot find native binding"));
    vi.doMock("oxfmt", () => ({ format }));
    const loading = loadFormatter("oxfmt", ".");
    await expect(loading).rejects.toThrow(NotInstalledError);
    const { platform, arch } = process;
    await expect(loading).rejects.toThrow(
      new RegExp(
        `^the binary of oxfmt for ${platform}-${arch} cannot be loaded: npm install --save-dev @oxfmt/binding-${platform}-${arch}\\S*@0\\.48\\.0, or format .* --formatter prettier$`,
      ),
    );
  });

  it("refuses what is not a code", async () => {
    const format = await loadFormatter("oxfmt", ".");
    await expect(format("client/src/words.ts", ["export const = 1"])).rejects.toThrow(
      "client/src/words.ts cannot be formatted",
    );
  });
});
