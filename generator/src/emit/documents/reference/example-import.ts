import { withExtension } from "../../../import-extension.ts";
import type { EmitOptions } from "../../emitted-file.ts";
import { packageName } from "../../package-names.ts";

/**
 * The specifier by which code of a user imports a part, or another of its entries: the name of its package; where parts
 * are folders, the way from a file beside these.
 */
export function exampleImport(options: EmitOptions, part: string, entry = "index"): string {
  const { layout, importExtension = "ts" } = options;
  if (layout === "folder") return withExtension(`./${part}/${entry}.ts`, importExtension);
  const name = packageName(options, part);
  return entry === "index" ? name : `${name}/${entry}`;
}

/** The folder of the reference. It is made with what is compiled, and is no more committed than that. */
export const referencePath = "contract/dist/reference";

/** Where the reference stands, for people who look for it from the root of their project; `undefined` where there is none. */
export function referenceFolder(options: EmitOptions): string | undefined {
  if (!hasReference(options)) return undefined;
  return options.layout === "folder"
    ? "../contract/reference"
    : `node_modules/${packageName(options, "contract")}/dist/reference`;
}

/** True if the contract has the reference: where nothing is said, in packages, since a folder of an app is no place to read. */
export const hasReference = ({ reference, layout }: EmitOptions): boolean =>
  reference ?? layout !== "folder";
