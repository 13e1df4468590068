import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { node, repository } from "../../../generator/test/support.ts";

const cli = join(repository, "generator", "src", "cli.ts");

describe("an old version of Node", () => {
  it("is told in one sentence", async () => {
    const pretend = `Object.defineProperty(process, "versions", { value: { node: "20.20.2" } });`;
    const code = `${pretend} await import(${JSON.stringify(pathToFileURL(cli).href)});`;
    const result = await new Promise((resolve) => {
      execFile(node, ["--input-type=module", "--eval", code], (error, stdout, stderr) =>
        resolve({ code: error?.code, stdout, stderr }),
      );
    });
    expect(result).toEqual({
      code: 2,
      stdout: "",
      stderr: "openapi-packages needs Node 22 or newer, and this is Node 20.20.2.\n",
    });
  });

  it("can parse the entry of the command, which imports nothing before", async () => {
    const text = readFileSync(cli, "utf8");
    const [newest, oldest] = await Promise.all(
      ["esnext", "node12"].map((target) =>
        transform(text, {
          loader: "ts",
          format: "esm",
          target,
          supported: { "dynamic-import": true },
        }),
      ),
    );
    expect(oldest?.code).toBe(newest?.code);
    expect(text).not.toMatch(/^(?:import|export)\b|\bawait\b/m);
  });
});
