import type { Pet } from "@overview/contract";
import { petValidator } from "@overview/contract/schema-validators";
import { createClient } from "@overview/client";
import type { GetPetHandler } from "@overview/server";
import { createMock } from "@overview/mocks";

const baseUrl = "https://api.example.com";

// contract: types, compiled validators, operations
export const rex: Pet = { id: 7, name: "Rex" };
petValidator({ id: "7" }); // false

// client: a method for each operation, results by status
export const api = createClient({ baseUrl });
const { status, body } = await api.pets.getPet({ path: { id: 7 } }).result();
export const pet = status === 200 ? body : rex;

// server: a typed handler for each operation
export const getPet: GetPetHandler = (call) =>
  call.path.id === rex.id ? { status: 200, body: rex } : { status: 404 };

// mocks: a stateful mock of the whole API: MSW, fetch, server
export const mock = createMock();
mock.on("getPet", { status: 404 });
createClient({ fetch: mock.fetch });
