import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { mockPackage, runtimePackage } from "../../runtime-symbols.ts";
import { member, stringMember, type Json } from "../../json.ts";
import type { MockDescription } from "./description-shape.ts";
import type { DescriptionRuntime } from "./mock-description.ts";
import { MockError } from "./mock-error.ts";
import type { MockService, ServeOptions } from "./serve-shape.ts";

/** What of the runtime a mock runs on. */
export interface MockRuntime extends DescriptionRuntime {
  serveMock(description: MockDescription, options: ServeOptions): Promise<MockService>;
}

/**
 * Loads the runtime. Generated code runs on it, and so does what this process runs instead of
 * generating it; the generator itself works without, hence imports it nowhere and loads it by its
 * name, as generated code does.
 *
 * @throws {MockError} when it is not installed
 */
export async function loadRuntime(): Promise<MockRuntime> {
  const [node, validation, serialization] = await Promise.all([
    load(mockPackage, "/node"),
    load(runtimePackage, "/validation"),
    load(runtimePackage, "/serialization"),
  ]);
  const { serveMock, streamOf } = node as Pick<MockRuntime, "serveMock" | "streamOf">;
  return { serveMock, streamOf, validation, serialization };
}

type Loaded = Readonly<Record<string, unknown>>;

async function load(packageName: string, entry: string): Promise<Loaded> {
  try {
    return (await import(locate(packageName, entry))) as Loaded;
  } catch (error) {
    const { code, message = "" } = error as { code?: string; message?: string };
    const install = `npm install ${packageName}`;
    if (code === "ERR_PACKAGE_PATH_NOT_EXPORTED")
      throw new MockError(`a mock runs on a newer ${packageName} than is installed: ${install}`);
    const isMissing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
    // A file that is missing within the package is named by its path.
    if (!isMissing || !message.includes(`'${packageName}`)) throw error;
    throw new MockError(`a mock runs on ${packageName}, which is not installed: ${install}`);
  }
}

/** What to import: the sources of one run the sources of the other, so that nothing need be built. */
function locate(packageName: string, entry: string): string {
  if (!import.meta.filename.endsWith(".ts")) return `${packageName}${entry}`;
  const path = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const manifest = JSON.parse(readFileSync(path, "utf8")) as Json;
  const conditions = member(member(manifest, "exports"), `.${entry}`);
  const source = stringMember(conditions, "@openapi-packages/source");
  if (source === undefined) throw new MockError(`${packageName} has no entry .${entry}`);
  return pathToFileURL(join(dirname(path), source)).href;
}
