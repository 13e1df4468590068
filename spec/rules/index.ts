import { assumptionBesideNotShown } from "./assumption-beside-not-shown.ts";
import { eventSequenceValid } from "./event-sequence-valid.ts";
import { listPagination } from "./list-pagination.ts";
import { noteHasText } from "./note-has-text.ts";
import { operationErrorResponses } from "./operation-error-responses.ts";
import type { Rule } from "../../generator/src/redocly/redocly-types.ts";

/** The Redocly plugin with the rules of this description alone, configured as `house/<name>`. */
export default function house(): {
  id: string;
  rules: { oas3: Readonly<Record<string, Rule>> };
} {
  return {
    id: "house",
    rules: {
      oas3: {
        "assumption-beside-not-shown": assumptionBesideNotShown,
        "event-sequence-valid": eventSequenceValid,
        "list-pagination": listPagination,
        "note-has-text": noteHasText,
        "operation-error-responses": operationErrorResponses,
      },
    },
  };
}
