import { writeFileSync } from "node:fs";
import { descriptionSchemas } from "./description-schema/description-schema.ts";
import { schemaText } from "./description-schema/schema-text.ts";

// Writes the JSON Schemas of descriptions, which the generator's package contains for editors.
for (const [name, schema] of Object.entries(descriptionSchemas()))
  writeFileSync(new URL(`../generator/${name}.schema.json`, import.meta.url), schemaText(schema));
