import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pets } from "../support.ts";

test("a rejection that a client leaves behind is a failure, and does not end the run", () => {
  const folder = mkdtempSync(join(tmpdir(), "verify-"));
  try {
    const path = join(folder, "openapi.yaml");
    writeFileSync(path, pets);
    const program = join(import.meta.dirname, "leaving-rejections.ts");
    const flags = ["--conditions=@openapi-packages/source", program, path];
    const said = execFileSync(process.execPath, flags, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    expect(JSON.parse(said)).toContain("crash");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
