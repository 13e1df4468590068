import type { SourceLocation } from "@openapi-packages/description/diagnostics/diagnostics";
import { pointerParts, toPointer } from "@openapi-packages/description/json/json";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { changeKind } from "./change-kinds.ts";
import type { Change, ComparedDescription, FoundChange } from "./change-types.ts";
import { compareOperations } from "./compare-operations.ts";
import { compareSchemaNames } from "./compare-root.ts";
import { compareServers } from "./compare-servers.ts";
import { compareSchemes } from "./compare-security.ts";
import { compareUnusedSchemas } from "./compare-unused.ts";
import { SchemaComparison } from "./schema/schema-comparison.ts";
import { Promises } from "./stability.ts";
import { touchedNames } from "./touched-names.ts";

/**
 * Lists the changes between two descriptions, and whom each one breaks: callers when they compile, running callers, or
 * handlers. Schemas are compared by the values that they allow in requests and in responses, so the order of a document
 * and its use of references and `allOf` make no change. Names in generated code are compared too.
 *
 * @returns the changes of operations, followed by those of schemas and names
 */
export function diffDescriptions(
  base: ComparedDescription,
  head: ComparedDescription,
): readonly Change[] {
  const promises = new Promises(base.model.document);
  return findChanges(base, head).map((one) => changeOf(one, base, head, promises));
}

/** Lists the same changes as {@link diffDescriptions}, with pointers instead of locations, and with their operations. */
export function findChanges(
  base: ComparedDescription,
  head: ComparedDescription,
): readonly FoundChange[] {
  const { changes, schemas } = compareOperations(base, head);
  const comparison = new SchemaComparison(base.model.document, head.model.document);
  for (const root of schemas) comparison.add(root);
  return [
    ...changes,
    ...comparison.changes(),
    ...compareSchemes(base.model, head.model),
    ...compareServers(base.model, head.model),
    ...compareSchemaNames(base.model, head.model, comparison.namePairs()),
    ...compareUnusedSchemas(base.model, head.model),
  ];
}

function changeOf(
  found: FoundChange,
  base: ComparedDescription,
  head: ComparedDescription,
  promises: Promises,
): Change {
  const { code, message } = found;
  const { compile, run, handlers } = changeKind(code);
  return {
    code,
    verdicts: { compile, run, handlers },
    message,
    base: found.base === undefined ? undefined : located(base, found.base),
    head: found.head === undefined ? undefined : located(head, found.head),
    touches: touchedNames(found, base.model, head.model),
    ...promises.of({
      ...found,
      ...(found.base === undefined ? {} : { base: writtenPointer(base.model, found.base) }),
    }),
  };
}

function located({ model, locate }: ComparedDescription, pointer: string): SourceLocation {
  return locate(writtenPointer(model, pointer));
}

/** The pointer to what the document contains: a variant is derived, so its pointer becomes that of its schema. */
function writtenPointer({ schemas }: ApiModel, pointer: string): string {
  const [components, section, name, ...rest] = pointerParts(pointer);
  if (components !== "components" || section !== "schemas") return pointer;
  const variant = schemas.find((schema) => schema.name === name)?.variant;
  return variant === undefined
    ? pointer
    : toPointer(["components", "schemas", variant.of, ...rest]);
}
