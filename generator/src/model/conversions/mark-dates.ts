import { isObject, member, objectMember, type Json, type JsonObject } from "../../json.ts";
import { schemaTypeName } from "../../names.ts";
import { mapMembers, mapSubschemas } from "../../subschemas.ts";
import type { DateSchema } from "../schema/schema.ts";
import { directedSchemas } from "../variants/directions.ts";
import { setAt } from "../variants/set-at.ts";

/** The key of a mark that no author can write, and that nothing prints. */
const convertedTo: unique symbol = Symbol("converted to");

/** The key of the number of a mark, by which the model tells which schema a date is made of. */
const markNumber: unique symbol = Symbol("number of the mark");

/** A schema that may have the mark. */
interface Marked {
  readonly [convertedTo]?: string;
  readonly [markNumber]?: number;
}

/** Numbers of marks: schemas whose format is `date-time`, in the order of the document. */
export type DateMarks = ReadonlySet<number>;

/**
 * A document in which the schemas of texts whose `format` is `date-time` are marked: their values are instances
 * of `Date` for the users of types. What has an `enum` or a `const` stays a text, as does what lacks `type`.
 * The document is left as it is.
 *
 * @param texts the marks that are left out
 */
export function markDates(document: JsonObject, texts: DateMarks = new Set()): JsonObject {
  const components = objectMember(document, "components");
  const schemas = objectMember(components, "schemas") ?? {};
  const isTaken = Object.keys(schemas).some((name) => schemaTypeName(name) === "Date");
  const marker = new Marker(isTaken ? "globalThis.Date" : "Date", texts);
  const mark = (schema: Json): Json => marker.marked(schema);
  const result = { ...document };
  const copied = new Set<object>([result]);
  for (const { schema, path } of directedSchemas(document)) {
    const own = mark(schema);
    if (own !== schema) setAt(result, path, own, copied);
  }
  const named = mapMembers(schemas, mark);
  if (named !== schemas) setAt(result, ["components", "schemas"], named, copied);
  return result;
}

/** Marks the schemas of one document, and counts them. */
class Marker {
  readonly #to: string;
  readonly #texts: DateMarks;
  #count = 0;

  constructor(to: string, texts: DateMarks) {
    this.#to = to;
    this.#texts = texts;
  }

  marked(schema: Json): Json {
    if (!isObject(schema)) return schema;
    const mapped = mapSubschemas(schema, (one) => this.marked(one));
    if (!isDateTime(mapped)) return mapped;
    const number = this.#count++;
    if (this.#texts.has(number)) return mapped;
    const mark: Marked = { [convertedTo]: this.#to, [markNumber]: number };
    return { ...mapped, ...mark } as JsonObject;
  }
}

function isDateTime(schema: JsonObject): boolean {
  if (member(schema, "format") !== "date-time") return false;
  return [member(schema, "type")].flat().includes("string");
}

/** The schema of the texts of a schema that are converted; `undefined` of others. */
export function dateSchema(json: JsonObject): DateSchema | undefined {
  const { [convertedTo]: type, [markNumber]: mark = 0 }: Marked = json as Marked;
  return type === undefined ? undefined : { kind: "date", type, mark };
}
