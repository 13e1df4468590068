/** Hears the absolute path of a file. */
export type FileListener = (path: string) => void;

/** The value of a configuration that is a module, and the modules that it is made of. */
export interface ImportedConfig {
  /** Its default export. */
  readonly value: unknown;
  /** Absolute paths: its own, and those of all that it imports. */
  readonly files: ReadonlySet<string>;
  /** False where it may import modules that are not in `files`. */
  readonly areFilesKnown: boolean;
}

/** True for the path of a module that has types. */
export const isTypeScript = (path: string): boolean => /\.[cm]?ts$/.test(path);

/** True for the text of an ECMAScript module. */
export const hasModuleSyntax = (text: string): boolean => /^\s*(?:import|export)\b/m.test(text);
