import { createClient } from "@name-collisions/client";
import type { Cat, Cat2, ListPets2Body, Pet, Pet2, Pet3 } from "@name-collisions/contract";
import { Size, Size2 } from "@name-collisions/contract";
import type { Handlers } from "@name-collisions/server";
import { createMock } from "@name-collisions/mocks";

const api = createClient({ baseUrl: "https://api.example.com" });

// Each of the names that differ by case or separators alone has its own shape.
export const capitals: Pet = { name: "Rex" };
export const second: Pet2 = { second: true };
export const small: Pet3 = { size: Size2.s, id: "1" };
export const sizes: readonly ["l", "s"] = [Size.l, Size2.s];
export const body: ListPets2Body = { a: "a" };

// Tags stay what the description calls the schemas, whatever their types are called.
export const cats: readonly [Cat["kind"], Cat2["kind"]] = ["Cat", "cat"];

// @ts-expect-error The number is the other one's.
export const wrong: Pet = { second: true };

export async function names(): Promise<string> {
  const { id } = await api.petShops2.listPets3();
  const { name } = await api.petShops.listPets();
  await api.index2.getPetsAll2();
  await api.index2.putPetsAll();
  await api.http2.getPetsAll();
  return id + name;
}

export const handler: Handlers["petShops2"]["listPets3"] = () => ({ status: 200, body: small });

export const mock = createMock().handler("listPets", { status: 200, body: small });
