import { compiledEdits, wordsEdits } from "./compiled.ts";
import { operationsEdits } from "./operations.ts";
import { othersEdits } from "./others.ts";
import { parametersEdits } from "./parameters.ts";
import type { EditCase } from "./parts.ts";
import { requestsEdits } from "./requests.ts";
import { responsesEdits } from "./responses.ts";
import { unchangedEdits } from "./unchanged.ts";

/** Every edit whose changes are judged. */
export const allEdits: readonly EditCase[] = [
  ...unchangedEdits,
  ...operationsEdits,
  ...parametersEdits,
  ...requestsEdits,
  ...responsesEdits,
  ...othersEdits,
  ...compiledEdits,
  ...wordsEdits,
];
