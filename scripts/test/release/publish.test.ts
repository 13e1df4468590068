import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { publishAll } from "../../release/publish.ts";
import type { Tarball } from "../../release/tarball.ts";
import { publishRegistry, type PublishRegistry } from "./publish-registry.ts";
import { packFolder, type PackFolder } from "./small-packages.ts";

let registry: PublishRegistry;
let folder: PackFolder;
beforeEach(async () => {
  registry = await publishRegistry();
  folder = packFolder();
  const host = new URL(registry.url).host;
  writeFileSync(join(folder.folder, "package.json"), "{}");
  writeFileSync(join(folder.folder, ".npmrc"), `//${host}/:_authToken=secret\nfetch-retries=0\n`);
});
afterEach(async () => {
  await registry.close();
  folder.remove();
});

async function publish(tarballs: readonly Tarball[]): Promise<string[]> {
  const lines: string[] = [];
  await publishAll(tarballs, {
    cwd: folder.folder,
    registry: registry.url,
    provenance: false,
    log: (line) => lines.push(line),
  });
  return lines;
}

describe("publishing", () => {
  test("goes on where the registry refused a package", async () => {
    const tarballs = folder.pack(
      { manifest: { name: "@small/first" } },
      { manifest: { name: "@small/second" } },
      { manifest: { name: "third", version: "2.0.0-next.3" } },
    );
    registry.refused.add("@small/second");
    await expect(publish(tarballs)).rejects.toThrow(
      /^@small\/second 1\.0\.0 was not published, and 1 after it; .*[^]*nobody may publish/,
    );
    expect(registry.published).toEqual(["@small/first@1.0.0 latest"]);

    registry.refused.clear();
    expect(await publish(tarballs)).toEqual([
      "there already  @small/first 1.0.0",
      "published  @small/second 1.0.0",
      "published  third 2.0.0-next.3",
    ]);
    expect(registry.published.slice(1)).toEqual([
      "@small/second@1.0.0 latest",
      "third@2.0.0-next.3 next",
    ]);
  });

  test("says that a version has other contents in the registry", async () => {
    const manifest = { name: "@small/first" };
    await publish(folder.pack({ manifest }));
    const changed = folder.pack({ manifest, files: { "index.js": "export const changed = 1;\n" } });
    expect(await publish(changed)).toEqual([
      "there already, with other contents  @small/first 1.0.0",
    ]);
    expect(registry.published).toHaveLength(1);
  });

  test("does not take a registry that fails for one without the package", async () => {
    const tarballs = folder.pack({ manifest: { name: "@small/first" } });
    await registry.close();
    await expect(publish(tarballs)).rejects.toThrow(
      /does not say whether it has @small\/first 1\.0\.0/,
    );
  });
});
