import type { EmitOptions, EmittedFile } from "./emitted-file.ts";

/**
 * A file of which nothing is emitted or printed where its text is kept.
 *
 * @param dependsOn tells all that the file is made from beside its path and the scope; hashes will do
 */
export function keptFile(
  { cache, scope }: EmitOptions,
  path: string,
  dependsOn: () => unknown,
  make: () => EmittedFile,
): EmittedFile {
  if (cache?.place === undefined) return make();
  return { kind: "kept", path, key: JSON.stringify([path, scope, dependsOn()]), make };
}
