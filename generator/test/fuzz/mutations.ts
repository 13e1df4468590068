import * as fc from "fast-check";
import {
  isObject,
  type Json,
  type JsonObject,
} from "../../../packages/description/src/json/json.ts";

/** A change of a description; places are chosen by a number each, whatever the description has. */
export type Mutation =
  | { readonly kind: "remove"; readonly at: number }
  | { readonly kind: "replace"; readonly at: number; readonly value: Json }
  | {
      readonly kind: "copy" | "rename" | "repeat" | "wrap";
      readonly at: number;
      readonly from: number;
    };

const number = fc.nat({ max: 1_000_000 });

/** Values that have meant trouble somewhere. */
const value = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, "", "null", [], {}, [[]], [null], "#", "#/"),
  fc.constantFrom<Json>("string", "object", "array", ["string", "null"], { type: "array" }),
  fc.constantFrom<Json>({ $ref: "#/components/schemas/Nothing" }, { $ref: "#" }, { $ref: "" }),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

/** Changes of the structure of a description. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant("remove" as const), at: number }),
  fc.record({ kind: fc.constant("replace" as const), at: number, value }),
  fc.record({
    kind: fc.constantFrom("copy" as const, "rename" as const, "repeat" as const, "wrap" as const),
    at: number,
    from: number,
  }),
);

interface Place {
  readonly holder: JsonObject | Json[];
  readonly key: string;
}

/** Every member of every object and list. */
function placesOf(document: JsonObject): Place[] {
  const places: Place[] = [];
  const stack: (JsonObject | Json[])[] = [document];
  for (let holder = stack.pop(); holder !== undefined; holder = stack.pop()) {
    for (const [key, member] of Object.entries(holder)) {
      places.push({ holder, key });
      if (isObject(member) || Array.isArray(member)) stack.push(member as JsonObject | Json[]);
    }
  }
  return places;
}

const at = ({ holder, key }: Place): Json => (holder as JsonObject)[key] ?? null;

function put({ holder, key }: Place, wanted: Json): void {
  (holder as JsonObject)[key] = wanted;
}

function remove({ holder, key }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

/** Changes a description in place. */
export function mutate(document: JsonObject, change: Mutation): void {
  const places = placesOf(document);
  const choose = (index: number): Place | undefined => places[index % places.length];
  const place = choose(change.at);
  if (place === undefined) return;
  if (change.kind === "remove") return remove(place);
  if (change.kind === "replace") return put(place, change.value);
  const other = choose(change.from);
  if (other === undefined) return;
  const copy = JSON.parse(JSON.stringify(at(other))) as Json;
  if (change.kind === "copy") put(place, copy);
  if (change.kind === "wrap")
    put(place, change.from % 2 === 0 ? [at(place)] : { [other.key]: at(place) });
  if (change.kind === "repeat" && Array.isArray(place.holder)) place.holder.push(at(place));
  if (change.kind === "rename" && !Array.isArray(place.holder)) {
    const moved = at(place);
    remove(place);
    place.holder[other.key] = moved;
  }
}
