import { join } from "node:path";
import { loadDocument } from "../../packages/description/src/load/load-document.ts";

const { value } = await loadDocument(join(import.meta.dirname, "../../spec/openapi.yaml"));

/** The description in one piece, references within it, as the generator reads it. */
export const document = value;
