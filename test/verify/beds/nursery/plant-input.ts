import { isFault } from "./faults.ts";
import type { Call } from "./call.ts";
import {
  anyNumber,
  anyText,
  calendarDate,
  checked,
  decimal,
  integer,
  list,
  nullable,
  oneOf,
  record,
  text,
} from "./checks.ts";
import type { Check } from "./checks.ts";
import { invalid } from "./refusals.ts";
import type { Problem } from "./refusals.ts";
import { greenhouses, plantStates, species } from "./store.ts";
import type { Plant } from "./store.ts";

type Settable = Pick<Plant, "sown_on" | "target_ph" | "note" | "tags"> & {
  location: { bench: string; row?: number | null } | null;
};
export type NewPlant = Pick<Plant, "greenhouse_id" | "species_code" | "name" | "quantity"> &
  Partial<Settable>;
export type PlantPatch = Partial<
  Settable & Pick<Plant, "greenhouse_id" | "name" | "quantity" | "status">
>;

const name = isFault("name-length-in-units") ? text(1, 80, (value) => value.length) : text(1, 80);

const members: Record<string, Check> = {
  greenhouse_id: anyText,
  name,
  quantity: integer(0, 100000),
  sown_on: nullable(calendarDate),
  target_ph: nullable(decimal(0, 14)),
  note: nullable(text(0, 2000)),
  location: nullable(record({ bench: text(1, 20), row: nullable(integer(1, 200)) }, ["bench"])),
  tags: list(text(1, 30), 8, true),
};

const newPlant = record({ ...members, species_code: anyText }, [
  "greenhouse_id",
  "species_code",
  "name",
  "quantity",
]);

const plantPatch = record({
  ...members,
  status: oneOf(plantStates),
  ...(isFault("patch-ph-unbounded") && { target_ph: nullable(anyNumber) }),
});

function unknownGreenhouse(call: Call, id: string | undefined, isAnyones: boolean): Problem[] {
  if (id === undefined) return [];
  const greenhouse = greenhouses.get(id);
  const isKnown = isAnyones ? greenhouse !== undefined : greenhouse?.owner === call.user;
  return isKnown ? [] : [{ field: "/greenhouse_id", problem: "names none of your greenhouses" }];
}

export function newPlantOf(call: Call): NewPlant {
  const input = checked<NewPlant>(call.json(), newPlant);
  const problems = unknownGreenhouse(call, input.greenhouse_id, false);
  if (!species.has(input.species_code))
    problems.push({ field: "/species_code", problem: "names no species of the catalogue" });
  if (isFault("zero-quantity-refused") && !input.quantity)
    problems.push({ field: "/quantity", problem: "is required" });
  if (problems.length > 0) throw invalid(problems);
  return input;
}

export function patchOf(call: Call): PlantPatch {
  const patch = checked<PlantPatch>(call.json(), plantPatch);
  const problems = unknownGreenhouse(
    call,
    patch.greenhouse_id,
    isFault("moved-into-foreign-greenhouse"),
  );
  if (problems.length > 0) throw invalid(problems);
  return patch;
}
