import { dirname, join, relative, sep } from "node:path";
import { packageName, type PackageNaming } from "../emit/package-names.ts";
import {
  withExtension,
  type ImportExtension,
} from "@openapi-packages/cli/project/import-extension";

/** Where the generated code is that handlers import. */
export interface GeneratedModules extends Pick<PackageNaming, "scope" | "name"> {
  /** Absolute path of the folder of handlers. */
  readonly out: string;
  /** Absolute path of the generated server's folder in the layout `folder`. Left out if it is a package. */
  readonly server?: string | undefined;
  readonly importExtension: ImportExtension;
}

/**
 * Returns the specifier by which a file of handlers imports a generated part: the name of its package, or the
 * relative path of its index.
 *
 * @param file the path of the file, relative to the folder of handlers
 */
export function generatedModule(
  generated: GeneratedModules,
  part: "contract" | "server",
  file: string,
): string {
  const { out, server, importExtension } = generated;
  if (server === undefined) return packageName(generated, part);
  const folder = part === "server" ? server : join(dirname(server), part);
  const index = join(folder, "index.ts");
  const path = relative(dirname(join(out, file)), index)
    .split(sep)
    .join("/");
  return withExtension(path.startsWith(".") ? path : `./${path}`, importExtension);
}
