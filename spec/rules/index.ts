import { assumptionBesideNotShown } from "./assumption-beside-not-shown.ts";
import { eventSequenceValid } from "./event-sequence-valid.ts";
import { examplePresent } from "./example-present.ts";
import { listPagination } from "./list-pagination.ts";
import { noteHasText } from "./note-has-text.ts";
import { operationErrorResponses } from "./operation-error-responses.ts";
import { operationIdDistinct } from "./operation-id-distinct.ts";
import { operationOneTag } from "./operation-one-tag.ts";
import { paginationValid } from "./pagination-valid.ts";
import type { Rule } from "./redocly.ts";

/** The Redocly plugin with the rules of this repository, configured as `house/<name>`. */
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
        "example-present": examplePresent,
        "list-pagination": listPagination,
        "note-has-text": noteHasText,
        "operation-error-responses": operationErrorResponses,
        "operation-id-distinct": operationIdDistinct,
        "operation-one-tag": operationOneTag,
        "pagination-valid": paginationValid,
      },
    },
  };
}
