import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { publishAll } from "../../release/publish.ts";
import { publishRegistry, type PublishRegistry } from "./publish-registry.ts";
import { packFolder, type PackFolder } from "./small-packages.ts";

let registry: PublishRegistry;
let folder: PackFolder;
beforeEach(async () => {
  registry = await publishRegistry();
  folder = packFolder();
  const write = (path: string, text: string) => writeFileSync(join(folder.folder, path), text);
  const root = {
    name: "small",
    private: true,
    packageManager: "npm@11.0.0",
    workspaces: ["sources/*"],
  };
  write("package.json", JSON.stringify(root));
  write("package-lock.json", "{}");
  const { host } = new URL(registry.url);
  write(".npmrc", `registry=${registry.url}\n//${host}/:_authToken=secret\nfetch-retries=0\n`);
  mkdirSync(join(folder.folder, ".changeset"));
  write(".changeset/config.json", "{}");
});
afterEach(async () => {
  await registry.close();
  folder.remove();
});

test("publishing goes on where the registry refused a package", async () => {
  // Provenance works only in GitHub Actions and GitLab CI.
  const publishConfig = { provenance: false };
  const tarballs = folder.pack(
    { manifest: { name: "@small/first", publishConfig } },
    { manifest: { name: "@small/second", publishConfig } },
    { manifest: { name: "third", version: "2.0.0-next.3", publishConfig } },
  );
  const publish = () => publishAll(tarballs, join(folder.folder, "tarballs"), folder.folder);
  registry.refused.add("@small/second");
  expect(await publish()).toBe(1);
  expect(registry.published).toEqual(["@small/first@1.0.0 latest"]);

  registry.refused.clear();
  expect(await publish()).toBe(0);
  expect(registry.published.slice(1)).toEqual([
    "@small/second@1.0.0 latest",
    "third@2.0.0-next.3 next",
  ]);
});
