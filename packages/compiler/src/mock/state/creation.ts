import { toPointer } from "@openapi-packages/description/json/json";
import type { OperationView } from "./operation-view.ts";
import { givesKey, type ResourceDraft } from "./resource-draft.ts";
import { isRecord, type Shape, type Shapes } from "./shapes.ts";
import { plainName } from "./words.ts";

/**
 * Returns the JSON pointer of the list of objects in a request; `undefined` if the request is something
 * else.
 */
export function manyIn({ request }: OperationView, shapes: Shapes): string | undefined {
  if (request === undefined) return undefined;
  if (isListOfRecords(request, shapes)) return "";
  const lists = [...request.properties].filter(([, schema]) =>
    isListOfRecords(shapes.of(schema), shapes),
  );
  const [only] = lists;
  return lists.length === 1 && only !== undefined && request.properties.size <= 2
    ? toPointer([only[0]])
    : undefined;
}

function isListOfRecords({ items, types }: Shape, shapes: Shapes): boolean {
  return items !== undefined && !types.has("object") && isRecord(shapes.of(items));
}

/** Returns the members that requests of a creation may give, and those that only its answer shows. */
export function describedCreate(
  { request, operation }: OperationView,
  draft: ResourceDraft,
  answered: Shape | undefined,
  many: string | undefined,
  shapes: Shapes,
): { readonly once: readonly string[]; readonly given: readonly string[] } {
  const body = many === undefined ? request : itemOf(request, many, shapes);
  // The body of a PUT names its record by the key, even if that is read-only.
  const isNaming = operation.method === "PUT" && body !== undefined && givesKey(draft, body);
  const key = isNaming && draft.key !== undefined ? [draft.key] : [];
  const given = [...new Set([...key, ...(body?.properties.keys() ?? [])])];
  // A secret that the resource's other answers do not have is shown once.
  const once =
    answered === undefined || many !== undefined || answered === draft.shape
      ? []
      : [...answered.properties].flatMap(([name, schema]) =>
          !draft.shape.properties.has(name) && isSecret(name, shapes.of(schema)) ? [name] : [],
        );
  return { once, given };
}

/** True for free text that does not name a record. */
const isSecret = (name: string, { types, values }: Shape): boolean =>
  types.has("string") && values === undefined && !plainName(name).endsWith("_id");

function itemOf(request: Shape | undefined, many: string, shapes: Shapes): Shape | undefined {
  if (request === undefined) return undefined;
  const list = many === "" ? request : shapes.of(request.properties.get(many.slice(1)));
  return shapes.of(list.items);
}
