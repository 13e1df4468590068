import { createClient, RejectionApiError } from "@renamed/client";
import type {
  Animal,
  CreateAnimalInput,
  CreatePetInput,
  ListPetsResponse,
  NewPet,
  Pet,
  UpdateAnimalInput,
  ops,
} from "@renamed/client";
import { addPet, createPet } from "@renamed/client/animals";
import { Species } from "@renamed/contract";
import { createMock } from "@renamed/mocks";
import type { AnimalsHandlers } from "@renamed/server";

const api = createClient();

/** Code of before goes on to compile: operations, parameters, members of bodies, and types, nested ones too. */
export async function before(): Promise<(string | undefined)[]> {
  const given: NewPet = { name: "Fritz", kind: Species.cat, notes: [{ body: "shy" }] };
  const pet: Pet = await api.pets.createPet({ body: given });
  const page: ListPetsResponse = await api.pets.listPets({
    query: { limit: 3, colours: ["red"] },
    header: { "X-Owner": "me" },
    cookie: { skin: "dark" },
  });
  const input: CreatePetInput = { body: given };
  await createPet(api.core, input);
  await addPet(api.core, input);
  await api.animals.updateAnimal({ path: { pet_id: pet.id }, body: { name: "Franz" } });
  const answer: ops["GetPet"]["response"][200] = await api.pets.getPet({
    path: { pet_id: pet.id },
  });
  const sent: ops["CreatePet"]["request"]["body"] = given;
  return [sent.kind, answer.species.trim(), ...page.pets.map(({ name }) => name.trim())];
}

/** Code of today too, without any of the earlier names. */
export async function today(): Promise<string[]> {
  const input: CreateAnimalInput = {
    body: { label: "Fritz", kind: "cat", notes: [{ text: "shy" }] },
  };
  const animal: Animal = await api.animals.createAnimal(input);
  await api.animals.createAnimal({ body: { ...animal, kind: "dog", notes: [] } });
  const { animals } = await api.animals.listAnimals({
    query: { max: 3, colors: ["red"] },
    header: { "X-Account": "me" },
    cookie: { theme: "dark" },
  });
  const update: UpdateAnimalInput = { path: { animal_id: animal.id }, body: { label: "Franz" } };
  await api.animals.updateAnimal(update);
  return animals.map(({ label, kind }) => label.trim() + kind.trim());
}

/** Errors are told by their earlier names, and read by those of their members. */
export const reasonOf = (error: unknown): string =>
  error instanceof RejectionApiError ? error.body.message + error.body.reason : "";

// @ts-expect-error Either name has to be given.
export const without: NewPet = { kind: "cat" };

// @ts-expect-error A parameter of the path too.
export const nowhere = api.animals.getAnimal({ path: {} });

/** Handlers know the names of today alone, in what they get and in what they give. */
export const handlers: Pick<AnimalsHandlers, "listAnimals" | "createAnimal"> = {
  listAnimals: ({ query, header }) => ({
    status: 200,
    body: { animals: [{ id: header["X-Account"], label: `${query?.max}`, kind: "cat" }] },
  }),
  createAnimal: ({ body }) => ({
    status: 201,
    // @ts-expect-error The earlier name is the client's alone.
    body: { id: "1", kind: body.kind, label: body.name },
  }),
};

/** Mocks take operations by their earlier names. */
const mock = createMock();
mock.on("GetPet", ({ path }) => ({
  status: 200,
  body: { id: path.animal_id, label: "", kind: "cat" },
}));
mock.handler("CreatePet", { status: 422, body: { reason: "no" } });
// @ts-expect-error There is no such operation.
mock.on("DeletePet", { status: 204 });
