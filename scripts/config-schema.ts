import { writeFileSync } from "node:fs";
import { configSchema } from "../generator/src/cli/config/config-schema.ts";
import { optionsPage } from "./options-page.ts";

// What is made of the table of options: the JSON Schema of configurations, for editors, and the page that lists them.
const schema = new URL("../generator/config.schema.json", import.meta.url);
writeFileSync(schema, `${JSON.stringify(configSchema(), null, 2)}\n`);
writeFileSync(new URL("../docs/options.md", import.meta.url), optionsPage());
