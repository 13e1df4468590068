/** The extensions of relative imports: `./pets.ts`, `./pets.js` or, with `none`, `./pets`. */
export const importExtensions = ["ts", "js", "none"] as const;

/** One of {@link importExtensions}. */
export type ImportExtension = (typeof importExtensions)[number];

/**
 * Replaces the extension of a relative import of a TypeScript file; other imports stay the same.
 */
export function withExtension(specifier: string, extension: ImportExtension): string {
  if (!specifier.startsWith(".") || !specifier.endsWith(".ts")) return specifier;
  return `${specifier.slice(0, -".ts".length)}${extension === "none" ? "" : `.${extension}`}`;
}
