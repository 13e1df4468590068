import { writeFileSync } from "node:fs";
import { configSchema } from "../packages/cli/src/config/config-schema.ts";
import { optionsPage } from "./options-page.ts";

// Writes what follows from the table of options: the JSON Schema of configurations, and the page that lists all options.
const schema = new URL("../generator/config.schema.json", import.meta.url);
writeFileSync(schema, `${JSON.stringify(configSchema(), null, 2)}\n`);
writeFileSync(new URL("../docs/options.md", import.meta.url), optionsPage());
