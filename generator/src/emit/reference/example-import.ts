import { withExtension } from "../../import-extension.ts";
import type { EmitOptions } from "../emitted-file.ts";
import { packageName } from "../package-names.ts";

/**
 * The specifier by which code of a user imports a part: the name of its package; where parts are folders, the way from
 * a file beside these.
 */
export function exampleImport(options: EmitOptions, part: string): string {
  const { layout, importExtension = "ts" } = options;
  if (layout !== "folder") return packageName(options, part);
  return withExtension(`./${part}/index.ts`, importExtension);
}
