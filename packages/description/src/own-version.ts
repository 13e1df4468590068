import { readFileSync } from "node:fs";

/** The version of this generator, from its package.json. */
export const ownVersion: string = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  }
).version;

/**
 * The version range in which output and messages request the packages that are released together
 * with the generator.
 */
export const ownRange: string = `^${ownVersion}`;
