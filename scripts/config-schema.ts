import { writeFileSync } from "node:fs";
import { configSchema } from "../generator/src/cli/config/config-schema.ts";

// The JSON Schema of configurations, which the package of the generator has for editors.
const path = new URL("../generator/config.schema.json", import.meta.url);
writeFileSync(path, `${JSON.stringify(configSchema(), null, 2)}\n`);
