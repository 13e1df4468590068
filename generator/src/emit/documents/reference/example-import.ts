import { withExtension } from "@openapi-packages/cli/project/import-extension";
import type { EmitOptions } from "../../emitted-file.ts";
import { packageName } from "../../package-names.ts";

/**
 * Returns the specifier by which a user's code imports a part or one of its entries: a package
 * name, or in the layout `folder` a relative path from a file next to the parts.
 */
export function exampleImport(options: EmitOptions, part: string, entry = "index"): string {
  const { layout, importExtension = "ts" } = options;
  if (layout === "folder") return withExtension(`./${part}/${entry}.ts`, importExtension);
  const name = packageName(options, part);
  return entry === "index" ? name : `${name}/${entry}`;
}

/** The folder of the reference. It is build output and not committed. */
export const referencePath = "contract/dist/reference";

/**
 * Returns the path of the reference: from the root of the user's project, or in the layout `folder`
 * from a part. Returns `undefined` if there is none.
 */
export function referenceFolder(options: EmitOptions): string | undefined {
  if (!hasReference(options)) return undefined;
  return options.layout === "folder"
    ? "../contract/reference"
    : `node_modules/${packageName(options, "contract")}/dist/reference`;
}

/** True if the contract contains the reference, which is only written on request. */
export const hasReference = ({ reference = false }: EmitOptions): boolean => reference;
