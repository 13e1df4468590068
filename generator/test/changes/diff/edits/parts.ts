import type { Edit, Edited } from "../edited.ts";

/** A small edit, and what has to be said of it: codes, with verdicts of callers compiling, callers running, handlers. */
export type EditCase = readonly [name: string, edit: Edit, expected: readonly string[]];

export const schema = (name: string) => (d: Edited) => d.components.schemas[name];
export const pet = schema("Pet");
export const newPet = schema("NewPet");
export const owner = schema("Owner");
export const listPets = (d: Edited) => d.paths["/pets"].get;
export const createPet = (d: Edited) => d.paths["/pets"].post;
export const getPet = (d: Edited) => d.paths["/pets/{pet_id}"].get;
export const deletePet = (d: Edited) => d.paths["/pets/{pet_id}"].delete;
export const vote = (d: Edited) => d.paths["/votes"].post;
export const parameter = (d: Edited, name: string) =>
  listPets(d).parameters.find((one: { readonly name: string }) => one.name === name);
export const rename = (d: Edited, from: string, to: string) =>
  JSON.parse(JSON.stringify(d).replaceAll(from, to)) as object;
