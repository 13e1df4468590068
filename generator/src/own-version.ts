import { readFileSync } from "node:fs";

/** The version of this generator, as its package.json says. */
export const ownVersion: string = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  }
).version;

/**
 * The range by which output and messages ask for the packages that are released with the generator, always in one version:
 * those of this release and what is compatible with it.
 */
export const ownRange: string = `^${ownVersion}`;
