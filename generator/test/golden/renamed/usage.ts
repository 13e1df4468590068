import { createClient, RejectionApiError } from "@renamed/client";
import type {
  Animal,
  CreateAnimalInput,
  CreatePetInput,
  ListPetsResponse,
  NewPet,
  Pet,
  ops,
} from "@renamed/client";
import { addPet, createPet } from "@renamed/client/animals";
import type { PetsClient } from "@renamed/client/pets";
import { Species } from "@renamed/contract";
import { createMock } from "@renamed/mocks";
import type { AnimalsHandlers } from "@renamed/server";

const api = createClient();

/** Code of before goes on to compile by the names of operations, tags, schemas and errors. */
export async function before(): Promise<string[]> {
  const given: NewPet = { label: "Fritz", kind: Species.cat };
  const pets: PetsClient = api.pets;
  const pet: Pet = await pets.createPet({ body: given });
  const page: ListPetsResponse = await api.pets.listPets({ query: { max: 3 } });
  const input: CreatePetInput = { body: given };
  await createPet(api.core, input);
  await addPet(api.core, input);
  const answer: ops["GetPet"]["response"][200] = await api.pets.getPet({
    path: { animal_id: pet.id },
  });
  const sent: ops["CreatePet"]["request"]["body"] = given;
  return [sent.label, answer.label, ...page.animals.map(({ label }) => label)];
}

/** Code of today has none of the earlier names. */
export async function today(): Promise<string[]> {
  const input: CreateAnimalInput = { body: { label: "Fritz", kind: "cat" } };
  const animal: Animal = await api.animals.createAnimal(input);
  const { animals } = await api.animals.listAnimals({ query: { max: 3 } });
  return [animal, ...animals].map(({ label }) => label);
}

/** Errors are told by their earlier names. */
export const reasonOf = (error: unknown): string =>
  error instanceof RejectionApiError ? error.body.reason : "";

// @ts-expect-error Members have the names that they have on the wire.
export const named: NewPet = { name: "Fritz", kind: "cat" };

// @ts-expect-error So have parameters.
export const limited = api.animals.listAnimals({ query: { limit: 3 } });

// @ts-expect-error The major version of this name is over.
export const read = api.animals.readPet;

/** Handlers are called by today's names. */
export const handlers: Pick<AnimalsHandlers, "listAnimals"> = {
  listAnimals: ({ query }) => ({
    status: 200,
    body: { animals: [{ id: "1", label: `${query?.max}`, kind: "cat" }] },
  }),
};

// @ts-expect-error So are mocks.
createMock().on("GetPet", { status: 200, body: { id: "1", label: "Fritz", kind: "cat" } });
