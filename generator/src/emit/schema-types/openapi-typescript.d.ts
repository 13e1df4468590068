/**
 * The module of openapi-typescript that builds and prints types, without the reader of descriptions that its entry
 * loads, most of all its modules. Its package exports this path, and declares the functions at its entry.
 */
declare module "openapi-typescript/dist/lib/ts.mjs" {
  export * from "openapi-typescript";
}

/** The module of openapi-typescript that finds discriminators and follows references. */
declare module "openapi-typescript/dist/lib/utils.mjs" {
  export * from "openapi-typescript";
}

/** The module of openapi-typescript that makes the types of a whole document. */
declare module "openapi-typescript/dist/transform/index.mjs" {
  export { transformSchema as default } from "openapi-typescript";
}
