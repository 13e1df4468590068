import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The description that the generator's README has in mind. */
export const petsDescription = readFileSync(join(import.meta.dirname, "openapi.yaml"), "utf8");
