/** TypeScript's own syntax trees, in the version that ts-morph brings. */
export { ts } from "ts-morph";
