import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type BuildOptions } from "esbuild";

/** A program as an application for browsers is served: bundled with all that it imports. */
export interface Bundle {
  /** Bytes of its text. */
  readonly minified: number;
  /** Bytes of its text by `gzip -9`. */
  readonly gzipped: number;
  /** The files that something of is in it, from the working directory, with `/`. */
  readonly files: readonly string[];
  /** The files that it was made of; Node loads them all. */
  readonly loaded: readonly string[];
}

const shared = {
  bundle: true,
  format: "esm",
  // Packages of the workspace are bundled from their sources.
  conditions: ["@openapi-packages/source"],
  legalComments: "none",
  logLevel: "silent",
} satisfies BuildOptions;

/** How a program is bundled that browsers are served. */
const served = (contents: string, folder: string) =>
  ({
    ...shared,
    stdin: { contents, resolveDir: folder, loader: "ts" },
    minify: true,
    platform: "browser",
    target: "es2022",
    write: false,
    // Names no file: nothing is written.
    outfile: join(folder, "bundle.js"),
  }) satisfies BuildOptions;

/**
 * Bundles a program.
 *
 * @param contents the text of its module
 * @param folder where the module would be
 */
export async function bundle(contents: string, folder: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({ ...served(contents, folder), metafile: true });
  const [bytes] = outputFiles.map((file) => file.contents);
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {});
  return {
    minified: bytes?.length ?? 0,
    gzipped: gzipSync(bytes ?? "", { level: 9 }).length,
    files: inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path),
    loaded: Object.keys(metafile.inputs),
  };
}

/** The text of a program that is bundled as {@link bundle} does, with its source map. */
export async function bundleWithMap(
  contents: string,
  folder: string,
): Promise<{ readonly text: string; readonly map: string }> {
  const { outputFiles } = await build({ ...served(contents, folder), sourcemap: "external" });
  const textOf = (isMap: boolean): string =>
    outputFiles.find(({ path }) => path.endsWith(".map") === isMap)?.text ?? "";
  return { text: textOf(false), map: textOf(true) };
}

/** Bundles a program for Node into a file. */
export async function bundleForNode(
  contents: string,
  folder: string,
  outfile: string,
): Promise<void> {
  await build({
    ...shared,
    stdin: { contents, resolveDir: folder, loader: "ts" },
    platform: "node",
    target: "node22",
    outfile,
  });
}
