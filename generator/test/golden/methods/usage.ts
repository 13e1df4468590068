/** What must compile, and what must not: documented headers are typed at both ends. */
import { createClient } from "@methods/client";
import type { Pet } from "@methods/contract";
import type { CountPetsHandler } from "@methods/server";

const api = createClient();

export async function count(): Promise<number> {
  const answer = await api.default.countPets().result();
  if (answer.status !== 200) return 0;
  const { headerValues, headers } = answer;
  // @ts-expect-error no such header is documented
  console.log(headers.get("x-count"), headerValues["X-Size"]);
  return headerValues["X-Count"];
}

export async function search(): Promise<Pet[]> {
  const pets: Pet[] = [];
  for await (const pet of api.default.searchPets({ body: { name: "Rex" } })) pets.push(pet);
  return pets;
}

export const countPets: CountPetsHandler = () => ({
  status: 200,
  headers: { "X-Count": 3, "X-Size": ["a", "b"] },
});

// @ts-expect-error a required header is missing
export const without: CountPetsHandler = () => ({ status: 200 });

// @ts-expect-error a header of another type
export const other: CountPetsHandler = () => ({ status: 200, headers: { "X-Count": "three" } });
