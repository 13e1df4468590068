import { setupServer } from "msw/node";
import type { Pet } from "@overview/contract";
import { petValidator } from "@overview/contract/schema-validators";
import { createClient } from "@overview/client";
import type { GetPetHandler } from "@overview/server";
import { createMock } from "@overview/mocks";

// contract: types, compiled validators, operations
export const rex: Pet = { id: 7, name: "Rex" };
export const isPet = petValidator({ id: "7", name: "Rex" }); // false

// client: a method for each operation, results by status
export const api = createClient({ baseUrl: "https://api.example.com" });
const answer = await api.pets.getPet({ path: { id: 7 } }).result();
export const name = answer.status === 200 ? answer.body.name : "gone";

// server: a typed handler for each operation
export const getPet: GetPetHandler = ({ path }) =>
  path.id === rex.id ? { status: 200, body: rex } : { status: 404 };

// mocks: a stateful mock of the whole API: MSW, fetch, server
export const mock = createMock();
mock.on("getPet", { status: 404 });
setupServer(...mock.handlers()).listen();
