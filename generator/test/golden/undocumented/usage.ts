/** What must compile, and what must not: calls of operations whose descriptions leave something out. */
import {
  createClient,
  ProblemApiError,
  type AddPetInput,
  type GetPetByIdResult,
  type Pet,
  type Problem,
} from "@undocumented/client";

const api = createClient({ baseUrl: "https://petstore.example" });
const path = { petId: 1 };

/** As the first page of a documentation shows it. */
export async function first(): Promise<string> {
  const added: unknown = await api.default.addPet({ body: { name: "doggie" } });
  const created: unknown = await api.default.createUser();
  const deleted: unknown = await api.default.deletePets();
  const gone: undefined = await api.default.deletePet({ path });
  const pet = await api.default.getPetById({ path });
  const xml: string = await api.default.getPetById({ path }, { accept: "application/xml" });
  console.log(added, created, deleted, gone, pet.id, xml);
  return pet.name;
}

/** A call is a promise of its success. */
export const find = (): Promise<Pet> => api.default.getPetById({ path });
export const add = (input: AddPetInput): Promise<unknown> => api.default.addPet(input);

export async function results(): Promise<Pet | Problem | string> {
  const answer = await api.default.getPetById({ path }).result();
  switch (answer.status) {
    case 200:
      return answer.body;
    // @ts-expect-error beside a documented success, default is for what is none
    case 201:
      return "";
    case 500:
      return answer.body;
    default:
      throw new Error(String(answer.status));
  }
}

export const status: 200 | 404 = ((error: unknown) =>
  error instanceof ProblemApiError && error.body.message !== "" ? 404 : 200)(undefined);

// @ts-expect-error nor may a server answer another success with the body of an error
export const other: GetPetByIdResult = { status: 201, body: { message: "" } };
