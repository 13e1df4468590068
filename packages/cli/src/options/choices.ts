/**
 * The packages that can be generated; `types` are the types alone, `paths` the types in the form of
 * openapi-typescript.
 */
export const packageNames = ["types", "contract", "client", "server", "mocks", "paths"] as const;

/** The flags of openapi-typescript that the package `paths` can be written with. */
export const openapiTypescriptFlags = [
  "additional-properties",
  "alphabetize",
  "array-length",
  "conditional-enums",
  "dedupe-enums",
  "empty-objects-unknown",
  "enum",
  "enum-values",
  "exclude-deprecated",
  "export-type",
  "generate-path-params",
  "immutable",
  "make-paths-enum",
  "no-default-non-nullable",
  "path-params-as-types",
  "properties-required-by-default",
  "read-write-markers",
  "root-types",
  "root-types-keep-casing",
  "root-types-no-schema-prefix",
] as const;

/** The layouts of generated code: npm packages of a workspace, or one folder inside of an app. */
export const layouts = ["packages", "folder"] as const;

/** The styles of file and folder names: `api-keys.ts` or `apiKeys.ts`. */
export const fileNameStyles = ["kebab-case", "camelCase"] as const;

/** How much a part of a description promises, from the least: the levels of oasdiff's `x-stability-level`. */
export const stabilityLevels = ["draft", "alpha", "beta", "stable"] as const;

/** The code that operations get as `x-codeSamples`. */
export const codeSamples = ["client", "curl"] as const;

/** The formatters for generated code. */
export const formatterNames = ["oxfmt", "prettier", "none"] as const;

/** The layouts of new handlers: a file per operation in a folder per tag, or a file per tag. */
export const handlerLayouts = ["operation", "tag"] as const;

/** The forms of new handlers: plain handlers, or functions that take the user's store and return a handler. */
export const handlerTemplates = ["plain", "store"] as const;

/** What a scaffolded entry listens with: Node's own server, or a framework. */
export const frameworks = ["node", "hono", "fastify", "express"] as const;
