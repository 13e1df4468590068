/** The endings that relative imports may have: `./pets.ts`, `./pets.js` or, with `none`, `./pets`. */
export const importExtensions = ["ts", "js", "none"] as const;

/** One of {@link importExtensions}. */
export type ImportExtension = (typeof importExtensions)[number];

/** A specifier of a TypeScript file with another ending; packages and other files stay as they are. */
export function withExtension(specifier: string, extension: ImportExtension): string {
  if (!specifier.startsWith(".") || !specifier.endsWith(".ts")) return specifier;
  return `${specifier.slice(0, -".ts".length)}${extension === "none" ? "" : `.${extension}`}`;
}
