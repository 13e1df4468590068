/** What must compile, and what must not: results, narrowed as their readers narrow them. */
import { createClient, type Outage, type Pet, type Problem } from "@results/client";
import { createMock } from "@results/mocks";
import type { ListPetsHandler } from "@results/server";

const api = createClient({ baseUrl: "https://pets.example" });
const path = { id: 1 };

/** The plain `else` has the documented error, whatever else a service may answer. */
export async function plainElse(): Promise<string> {
  const listed = await api.default.listPets().result();
  if (listed.status === 200) return listed.body.map(({ name }) => name).join();
  else return listed.body.message;
}

/** So has the rest of a function behind the successes. */
export async function behind(): Promise<Pet | undefined | string> {
  const created = await api.default.createPet().result();
  if (created.status === 200 || created.status === 201) return created.body;
  if (created.status === 202) return created.body;
  return "message" in created.body ? created.body.message : created.body.title;
}

export async function byOk(): Promise<Pet[] | Problem> {
  const listed = await api.default.listPets().result();
  if (listed.ok) return listed.body;
  else return listed.body;
}

export async function orThrow(): Promise<string | undefined> {
  const pet = await api.default.createPet().result();
  if (!pet.ok)
    throw new Error(`${pet.status}: ${JSON.stringify(pet.body satisfies Problem | Outage)}`);
  return pet.body?.name;
}

export async function byStatus(): Promise<Pet | Problem | Outage | undefined> {
  const created = await api.default.createPet().result();
  switch (created.status) {
    case 200:
    case 201:
    case 202:
      return created.body;
    case 503:
      return created.body satisfies Outage;
    default:
      // @ts-expect-error what is left is no pet
      created.body satisfies Pet;
      return created.body;
  }
}

/** An error without a described body does not hide those with one. */
export async function mixed(): Promise<Pet | string | undefined> {
  const found = await api.default.getPet({ path }).result();
  if (found.status === 200) return found.body;
  else return found.body?.message;
}

/** All that is documented has been handled: nothing is left. */
export async function exhausted(): Promise<void> {
  const created = await api.default.createPet().result();
  if (created.ok) return;
  if ("message" in created.body) return;
  if ("title" in created.body) return;
  created.body satisfies never;
}

/** Where `default` is all there is, it is the body of successes too. */
export async function onlyDefault(): Promise<Problem> {
  const replaced = await api.default.replacePets().result();
  if (replaced.status === 201) return replaced.body;
  if (replaced.ok) return replaced.body;
  const failed: 400 | 500 | undefined =
    replaced.status === 400 || replaced.status === 500 ? replaced.status : undefined;
  // @ts-expect-error 200 is no failure
  if (replaced.status === 200) return replaced.body;
  return { message: `${String(failed)} ${replaced.body.message}` };
}

/** Where no success is documented, its body is unknown. */
export async function noSuccess(): Promise<string> {
  const deleted = await api.default.deletePets().result();
  // @ts-expect-error nothing is known of it
  if (deleted.ok) return deleted.body.message;
  return deleted.body.message;
}

/** Where no error is documented, its body is unknown. */
export async function noError(): Promise<string> {
  const log = await api.default.readLog().result();
  if (log.status === 200) return log.body.map(({ name }) => name).join();
  // @ts-expect-error nothing is known of it
  void log.body.message;
  const body: unknown = log.body;
  throw new Error(`${log.status} ${String(body)}`);
}

export async function noDescribedBody(): Promise<void> {
  const deleted = await api.default.deletePet({ path }).result();
  if (deleted.ok) deleted.body satisfies undefined;
  // @ts-expect-error an error of which nothing is described may have any body
  else deleted.body satisfies undefined;
  const archive = await api.default.readArchive().result();
  if (archive.ok) archive.body satisfies unknown;
  else if (archive.status === 302) archive.headers.get("location");
  else archive.status satisfies 400 | 500 | typeof archive.status;
}

/** `ok` follows from the status: handlers and mocks do not say it. */
export const list: ListPetsHandler = () => ({ status: 200, body: [{ name: "Rex" }] });
export const mock = createMock();
mock.on("listPets", { status: 503, body: { message: "closed" } });
// @ts-expect-error what is answered has a status, a body and headers
mock.on("listPets", { ok: false, status: 503, body: { message: "closed" } });
