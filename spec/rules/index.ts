import { assumptionBesideNotShown } from "./assumption-beside-not-shown.ts";
import { eventSequenceValid } from "./event-sequence-valid.ts";
import { examplePresent } from "./example-present.ts";
import { listPagination } from "./list-pagination.ts";
import { noteHasText } from "./note-has-text.ts";
import { operationFailures } from "./operation-failures.ts";
import { operationIdDistinct } from "./operation-id-distinct.ts";
import { operationOneTag } from "./operation-one-tag.ts";
import { paginationTrue } from "./pagination-true.ts";
import type { Rule } from "./redocly.ts";

/** The Redocly plugin of the house rules; each is configured as `house/<name>`. */
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
        "operation-failures": operationFailures,
        "operation-id-distinct": operationIdDistinct,
        "operation-one-tag": operationOneTag,
        "pagination-true": paginationTrue,
      },
    },
  };
}
