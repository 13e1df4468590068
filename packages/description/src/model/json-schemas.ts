import { isObject, member, objectMember, stringMember } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import {
  cursorPath,
  rootCursor,
  walkObjects,
  type Cursor,
} from "../load/openapi/openapi-objects.ts";
import { isMultipart, isPartList, listSchema, usesItemSchema } from "./parts/part-list.ts";
import { directionOf, type Direction } from "./variants/directions.ts";

/**
 * The schemas of a description as JSON. The steps of the model replace schemas here, and the
 * document stays as its authors wrote it.
 */
export interface JsonSchemas {
  /** The members of `components.schemas`. */
  readonly named: JsonObject;
  /** The schema of every parameter, header and body. */
  readonly placed: readonly PlacedSchema[];
}

/** A schema outside of `components.schemas`. */
export interface PlacedSchema {
  readonly schema: Json;
  readonly direction: Direction;
  /** The path from the document's root. */
  readonly path: readonly (string | number)[];
  /** The body that the schema describes; `undefined` for a parameter or a header. */
  readonly body: PlacedBody | undefined;
}

/** The Media Type Object of a body. */
interface PlacedBody {
  readonly node: JsonObject;
  /** Its media type; for one in `components`, those of the bodies that refer to it (OpenAPI 3.2). */
  readonly mediaTypes: readonly string[];
  /** True if only responses have it. */
  readonly isAnswer: boolean;
}

/** Returns the members of `components.schemas`. */
export function namedSchemas(document: JsonObject): JsonObject {
  return objectMember(objectMember(document, "components"), "schemas") ?? {};
}

/** Returns a document with other members of `components.schemas`. */
export function withNamedSchemas(document: JsonObject, schemas: JsonObject): JsonObject {
  if (Object.keys(schemas).length === 0) return document;
  return { ...document, components: { ...objectMember(document, "components"), schemas } };
}

/**
 * Reads the schemas of a document. A multipart body with positional parts has one schema for the
 * whole list, even if the description only has an `itemSchema`; a response that only has an
 * `itemSchema` is a stream.
 */
export function readJsonSchemas(document: JsonObject): JsonSchemas {
  const named = namedSchemas(document);
  const referrers = referrersOf(document);
  const bodies = new Map<Cursor | undefined, PlacedBody>();
  const lists = new Set<Cursor | undefined>();
  const placed: PlacedSchema[] = [];
  walkObjects(rootCursor(document, "OpenApi"), (cursor) => {
    const { name, key, node, parent } = cursor;
    const add = (schema: Json, path: PlacedSchema["path"], body: PlacedBody | undefined): void => {
      placed.push({ schema, direction: directionOf(cursor), path, body });
    };
    if (name === "MediaType") {
      const body = bodyOf(cursor, referrers);
      if (body === undefined) return true;
      bodies.set(cursor, body);
      if (!isWholeList(named, body)) return true;
      lists.add(cursor);
      add(listSchema(named, body.node), [...cursorPath(cursor), "schema"], body);
      return true;
    }
    if (name !== "Schema") return name !== "Example" && name !== "Info";
    const body = bodies.get(parent);
    const isOfList =
      lists.has(parent) && (key === "schema" || usesItemSchema(named, body?.node ?? {}));
    if (parent?.name !== "Components" && !isOfList) add(node, cursorPath(cursor), body);
    return false;
  });
  const schema = member(member(document, "x-common-errors"), "schema");
  const path = ["x-common-errors", "schema"];
  if (schema !== undefined) placed.push({ schema, direction: "response", path, body: undefined });
  return { named, placed };
}

/** A reference to a Media Type Object in `components`. */
interface Referrer {
  readonly reference: string;
  readonly mediaType: string;
  readonly isAnswer: boolean;
}

function referrersOf(document: JsonObject): readonly Referrer[] {
  const found: Referrer[] = [];
  if (member(member(document, "components"), "mediaTypes") === undefined) return found;
  walkObjects(rootCursor(document, "OpenApi"), ({ name, key, node, parent }) => {
    const reference = name === "MediaType" ? stringMember(node, "$ref") : undefined;
    const isAnswer = parent?.name === "Response";
    if (reference !== undefined) found.push({ reference, mediaType: String(key), isAnswer });
    return name !== "Schema";
  });
  return found;
}

/** Returns the body that a Media Type Object describes; `undefined` if it describes none. */
function bodyOf(
  { node, key, parent }: Cursor,
  referrers: readonly Referrer[],
): PlacedBody | undefined {
  if (!isObject(node) || "$ref" in node) return undefined;
  if (parent?.name === "Parameter" || parent?.name === "Header") return undefined;
  if (parent?.name !== "Components")
    return { node, mediaTypes: [String(key)], isAnswer: parent?.name === "Response" };
  const own = referrers.filter(({ reference }) => reference.split("/").at(-1) === String(key));
  return {
    node,
    mediaTypes: own.map(({ mediaType }) => mediaType),
    isAnswer: own.every(({ isAnswer }) => isAnswer),
  };
}

/** Returns true if a body is a list of positional parts, and no stream of them. */
function isWholeList(named: JsonObject, { node, mediaTypes, isAnswer }: PlacedBody): boolean {
  if (!mediaTypes.some(isMultipart) || !isPartList(named, node)) return false;
  return "schema" in node || !isAnswer;
}
