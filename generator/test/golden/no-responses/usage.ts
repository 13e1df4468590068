import { createClient } from "@no-responses/client";
import { createMock } from "@no-responses/mocks";
import type { ListPetsHandler } from "@no-responses/server";

const api = createClient({ baseUrl: "https://api.example.com" });

// What is answered is not described: it is whatever came, and has to be looked at.
export async function list(): Promise<unknown> {
  const pets = await api.default.listPets();
  // @ts-expect-error Nothing is known of it.
  void pets.length;
  return pets;
}

// A handler may answer with any status and any body.
export const found: ListPetsHandler = () => ({ status: 200, body: [{ name: "Rex" }] });
export const refused: ListPetsHandler = () => ({ status: 409 });

export const mock = createMock().handler("ListPets", { status: 404, body: { reason: "none" } });
