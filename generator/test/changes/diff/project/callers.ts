/** What callers write with every operation and type of base.yaml, each in a statement of its own; compiled, never run. */
import {
  createClient,
  match,
  type Birth,
  type CreatePetInput,
  type Event,
  type Flat,
  type House,
  type ListPetsInput,
  type NewPet,
  type Owner,
  type Pet,
} from "../api/client/index.ts";
import { createCore } from "../api/client/core.ts";
import { httpClient } from "../api/client/http.ts";
import { createOwner, streamEvents } from "../api/client/owners.ts";
import {
  createPet,
  deletePet,
  getPet,
  listPets,
  type CreatePetResult,
  type GetPetResult,
} from "../api/client/pets.ts";

const api = createClient({ auth: { bearerAuth: "token", apiKey: "key" } });
const core = createCore({});
const path = { pet_id: "1" };

export const newPet = {
  name: "rex",
  kind: "dog",
  weight: 3,
  color: "red",
  notes: "barks",
} satisfies NewPet;
export const cat = { name: "tom", kind: "cat" } satisfies NewPet;
export const owner = {
  name: "Ann",
  email: "ann@example.com",
  age: 30,
  address: { street: "Main", city: "Ulm" },
} satisfies Owner;
export const nobody = { name: "Ann", email: "ann@example.com" } satisfies Owner;
export const input = { body: newPet } satisfies CreatePetInput;
export const least = { body: { name: "rex" } } satisfies CreatePetInput;
export const asForm = {
  body: newPet,
  contentType: "application/x-www-form-urlencoded",
} satisfies CreatePetInput;

/** Walks and pages. */
export async function lists(): Promise<void> {
  const query = { page: 1, sort: "age", tags: ["a"] } as const;
  const call = api.pets.listPets(
    { query: { ...query, tags: ["a"] }, header: { "X-Trace": "t" } },
    { timeout: 1 },
  );
  for await (const one of api.pets.listPets()) readPet(one);
  const page = await call;
  for (const one of page.items) readPet(one);
  const answer = await api.pets.listPets({ query: { sort: "name" } }).result();
  if (answer.status === 200) {
    const total: number = answer.headerValues["X-Total"];
    const next: string | undefined = answer.headerValues["X-Next"];
    for (const one of answer.body.items) readPet(one);
    console.log(total, next);
  }
  await listPets(core);
}

/** Reads each member. */
export function readPet(pet: Pet): void {
  const id: string = pet.id;
  const name: string = pet.name;
  const weight: number = pet.weight ?? 0;
  const grams: number | undefined = pet.weight;
  const nick: string = pet.nick ?? "";
  const nickOrNull: string | null | undefined = pet.nick;
  const labels: string[] = Object.values(pet.labels ?? {});
  if (pet.status !== undefined)
    match(pet.status, { here: () => 1, sold: () => 2, unknown: () => 3 });
  if (pet.status === "here" || pet.status === "sold") console.log(pet.status);
  if (pet.home !== undefined) console.log(homeOf(pet.home), Object.keys(pet.home));
  if (pet.home?.kind === "flat") console.log(pet.home.floor);
  console.log(grams, id, name, weight, nick, nickOrNull, labels);
}

function homeOf(home: House | Flat): number | undefined {
  switch (home.kind) {
    case "house":
      return home.rooms;
    case "flat":
      return home.floor;
  }
}

export async function creates(): Promise<void> {
  readPet(await api.pets.createPet({ body: newPet }));
  readPet(await createPet(core, asForm));
  const answer = await api.pets.createPet({ body: cat }).result();
  switch (answer.status) {
    case 201:
      readPet(answer.body);
      break;
    case 409:
      console.log("taken");
      break;
    default:
      break;
  }
}

export async function gets(): Promise<void> {
  readPet(await api.pets.getPet({ path }));
  readPet(await getPet(core, { path }));
  const text: string = await api.pets.getPet({ path }, { accept: "text/plain" });
  const answer = await api.pets.getPet({ path }).result();
  if (answer.status === 200) console.log(readers[answer.contentType]);
  if (answer.status === 200 && answer.contentType === "application/json") readPet(answer.body);
  if (answer.status === 200 && answer.contentType === "text/plain") console.log(answer.body.length);
  console.log(text);
}

export const nothingOf = (one: Extract<GetPetResult, { status: 404 }>): undefined => one.body;

export const known: CreatePetResult["status"][] = [201, 409];

/** What becomes of each media type. */
const readers: Record<Extract<GetPetResult, { status: 200 }>["contentType"], string> = {
  "application/json": "a pet",
  "text/plain": "a text",
};

export async function deletes(): Promise<void> {
  const none: undefined = await api.pets.deletePet({ path });
  await deletePet(core, { path });
  console.log(none);
}

export async function owns(): Promise<void> {
  const made: Owner = await api.owners.createOwner({ body: owner });
  await createOwner(core, { body: nobody });
  await createOwner(core, { body: { name: "Ann", email: "ann@example.com", age: 30 } });
  await api.owners.createOwner();
  const { name, email, age, address } = made;
  const texts: string[] = [name, email];
  const years: number = age ?? 0;
  const places: (string | undefined)[] = [address?.street, address?.city];
  const answer = await api.owners.createOwner({ body: owner }).result();
  if (answer.status === 200) console.log(answer.body.age);
  console.log(texts, years, places);
}

export async function votes(): Promise<void> {
  await api.pets.vote({ body: { name: "rex" } });
}

export async function streams(): Promise<void> {
  for await (const event of api.owners.streamEvents()) readEvent(event);
  for await (const event of streamEvents(core)) readEvent(event);
}

const readEvent = ({ text }: Event): string => text ?? "";

export const born = ({ name, day }: Birth): string[] => [name, day ?? ""];
export const birth = { name: "rex", day: "Monday" } satisfies Birth;
export const asked: ListPetsInput = { query: { page: 1 } };

/** By path. */
export async function byPath(): Promise<void> {
  const http = httpClient(api.core);
  const params = { path };
  const { data: pets } = await http.GET("/pets", { params: { query: { page: 1, sort: "age" } } });
  await http.GET("/pets");
  const { data: pet } = await http.GET("/pets/{pet_id}", { params });
  const { data: made } = await http.POST("/pets", { body: newPet });
  const { data: person } = await http.POST("/owners", { body: owner });
  const { data: events } = await http.GET("/events");
  await http.POST("/owners");
  await http.DELETE("/pets/{pet_id}", { params });
  const names: (string | undefined)[] = [made?.name, person?.name, pets?.items[0]?.name];
  console.log(names, pet, events);
}
