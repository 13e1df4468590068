import type { OperationView } from "./operation-view.ts";
import type { ResourceIndex } from "./resource-index.ts";
import type { Shape, Shapes } from "./shapes.ts";
import { keyTypeOf } from "./record-key.ts";
import { plainName } from "./words.ts";

/** A member of a request's body that names a record. */
export interface Reference {
  readonly pointer: readonly string[];
  readonly resource: string;
}

/** The depth to which bodies are searched. */
const deepest = 4;

/** The members of a request's body that name records. Whether these have to be there is said by their resource alone. */
export function referencesOf(
  { request }: OperationView,
  index: ResourceIndex,
  shapes: Shapes,
): Reference[] {
  return request === undefined ? [] : referencesIn(request, index, shapes);
}

/** The members of a value that name records. */
export function referencesIn(body: Shape, index: ResourceIndex, shapes: Shapes): Reference[] {
  const found: Reference[] = [];
  const search = (shape: Shape, pointer: readonly string[], open: readonly unknown[]): void => {
    if (pointer.length > deepest || open.includes(shape.schema)) return;
    const enclosing = [...open, shape.schema];
    if (shape.items !== undefined) search(shapes.of(shape.items), [...pointer, "*"], enclosing);
    for (const [name, schema] of shape.properties) {
      const property = shapes.of(schema);
      const own = [...pointer, name];
      const resource = named(name, property, index, shapes);
      if (resource === undefined) search(property, own, enclosing);
      else found.push({ pointer: property.items === undefined ? own : [...own, "*"], resource });
    }
  };
  search(body, [], []);
  return found;
}

/** The part of a key's name that tells several keys apart, and nothing of the resource: `additional_tool_ids`. */
const attribute =
  /^(active|additional|current|default|from|last|latest|new|newest|next|old|parent|previous|primary|recent|source|target|to)_(?=.+_)/;

/** The resource that a member's name says it has a key of, or a list of keys. */
function named(
  name: string,
  shape: Shape,
  index: ResourceIndex,
  shapes: Shapes,
): string | undefined {
  const plain = plainName(name);
  if (!/_ids?$/.test(plain)) return undefined;
  const isList = shape.items !== undefined;
  if (isList !== plain.endsWith("s")) return undefined;
  const single = isList ? plain.slice(0, -1) : plain;
  const draft = index.named(single) ?? index.named(single.replace(attribute, ""));
  if (draft === undefined) return undefined;
  const value = isList ? shapes.of(shape.items) : shape;
  const keyType = keyTypeOf(draft.keyShape);
  const isFit = keyType === "integer" ? keyTypeOf(value) === keyType : value.types.has("string");
  return isFit ? draft.name : undefined;
}
