/**
 * Handlers of every operation of base.yaml, which read each member of what they get, and what else makes answers: overrides of
 * mocks and values of tests; compiled, never run.
 */
import {
  createServer,
  partial,
  type CreateOwnerHandler,
  type CreatePetHandler,
  type GetPetAnswer,
  type GetPetHandler,
  type Handlers,
  type ListPetsHandler,
  type SecurityVerifiers,
} from "../api/server/index.ts";
import type * as contract from "../api/contract/index.ts";
import type { Event, Owner, Pet } from "../api/contract/index.ts";
import { createMock } from "../api/mocks/index.ts";

const pet: Pet = {
  id: "1",
  name: "rex",
  status: "here",
  weight: 3,
  nick: null,
  home: { kind: "house", rooms: 2 },
  labels: { a: "b" },
};
const sold = {
  id: "1",
  name: "rex",
  status: "sold",
  home: { kind: "flat", floor: 1 },
} satisfies Pet;

const listPets: ListPetsHandler = ({ query, header }) => {
  const page: number = query.page;
  const tags: string[] = query.tags ?? [];
  const trace: string | undefined = header?.["X-Trace"];
  const sorted: Record<NonNullable<typeof query.sort>, Pet[]> = { name: [pet], age: [sold] };
  console.log(page, tags, trace);
  return {
    status: 200,
    body: { items: sorted[query.sort ?? "name"] },
    headers: { "X-Total": 2, "X-Next": "2" },
  };
};

const createPet: CreatePetHandler = ({ body }) => {
  const name: string = body.name;
  const notes: string = body.notes ?? "";
  const weight: number = body.weight ?? 0;
  const color: string = body.color ?? "";
  const kinds: Record<NonNullable<typeof body.kind>, string> = { cat: "cat", dog: "dog" };
  console.log(notes, weight, color, kinds);
  if (name === "taken") return { status: 409 };
  return { status: 201, body: { ...pet, name } };
};

const getPet: GetPetHandler = ({ path }): GetPetAnswer => {
  if (path.pet_id === "none") return { status: 404 };
  if (path.pet_id === "text") return { status: 200, contentType: "text/plain", body: "rex" };
  return { status: 200, contentType: "application/json", body: pet };
};

const createOwner: CreateOwnerHandler = ({ body }) => {
  const owner: Owner = body ?? { name: "Ann", email: "ann@example.com" };
  const { name, email, age, address } = owner;
  const years: number = age ?? body?.age ?? 0;
  const place: string = (address?.street ?? "") + (address?.city ?? "");
  console.log(years, place);
  return { status: 200, body: { name, email, ...(age === undefined ? {} : { age }) } };
};

async function* events(): AsyncGenerator<Event> {
  yield { text: "born" };
}

export const handlers: Handlers = {
  pets: {
    listPets,
    createPet,
    getPet,
    deletePet: ({ path }) => {
      console.log(path.pet_id);
      return { status: 204 };
    },
    vote: ({ body }) => {
      console.log(body.name);
      return { status: 204 };
    },
  },
  owners: {
    createOwner,
    streamEvents: () => ({ status: 200, body: events() }),
  },
};

const security: SecurityVerifiers = {
  bearerAuth: () => true,
  apiKey: () => true,
};

export const server = createServer(handlers, { security });
export const some = createServer(partial({ pets: { getPet } }), { security });

export const stub = { ...pet, nick: null } satisfies Pet;
export const page = { items: [sold] } satisfies contract.ListPetsResponse;
export const birth = { name: "rex", day: "Monday" } satisfies contract.Birth;
export const read: contract.GetPetResult["status"][] = [200, 404];
export const created: contract.CreatePetResult["status"][] = [201, 409];

/** Tests of callers. */
export const mock = createMock();
mock.on("CreatePet", { status: 201, body: pet });
mock.on("GetPet", { status: 404 });
mock.on("ListPets", () => ({ status: 200, body: page, headers: { "X-Total": 1 } }));
mock.on("DeletePet", { status: 204 });
mock.on("CreateOwner", { status: 200, body: { name: "Ann", email: "ann@example.com" } });
