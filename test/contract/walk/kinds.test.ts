import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { sender } from "./send.ts";
import { walkSubject } from "./subject.ts";
import type { WalkSubject } from "./subject.ts";

const zoo = join(import.meta.dirname, "descriptions", "zoo.yaml");

let subject: WalkSubject;
let send: ReturnType<typeof sender>;

beforeAll(async () => {
  subject = await walkSubject(zoo);
  send = sender(subject);
});
beforeEach(() => subject.mock.reset());

test("a record is of the kind that its request says, not of the example's", async () => {
  const made = await send("POST", "/pets", { kind: "dog", name: "Rex", size: 5 });
  expect(made).toMatchObject({ status: 201, body: { kind: "dog", name: "Rex", size: 5 } });
  expect(made.body).not.toHaveProperty("lives");
  expect((await send("GET", `/pets/${String(made.body["id"])}`)).body).toEqual(made.body);
  const cat = await send("POST", "/pets", { kind: "cat", name: "Kit" });
  expect(cat.body).toMatchObject({ kind: "cat", name: "Kit" });
  expect(cat.body).not.toHaveProperty("size");
});

test("a member keeps what it was given where the answer says more", async () => {
  const { body } = await send("POST", "/pets", { kind: "dog", name: "Rex", chip: { vet: "Ana" } });
  expect(body["chip"]).toEqual({ vet: "Ana", code: expect.any(Number) });
});

test("a request that says another kind makes a record of that kind", async () => {
  const { body } = await send("POST", "/pets", { kind: "dog", name: "Rex" });
  const path = `/pets/${String(body["id"])}`;
  const cat = await send("PUT", path, { kind: "cat", name: "Was a dog" });
  expect(cat).toMatchObject({
    status: 200,
    body: { id: body["id"], kind: "cat", name: "Was a dog" },
  });
  expect(cat.body).not.toHaveProperty("size");
  const dog = await send("PATCH", path, { kind: "dog" });
  expect(dog.body).toMatchObject({ kind: "dog", name: "Was a dog", size: expect.any(Number) });
  // It is a dog since now.
  expect(dog.body["created_at"]).toBe("2025-03-07T09:00:00.000Z");
});

test("a kind of which no answer can tell is refused, and changes nothing", async () => {
  const before = (await send("GET", "/pets")).body;
  const fish = { kind: "fish", name: "Nemo" };
  const refused = {
    status: 400,
    body: { errors: [{ pointer: "/kind", message: 'must be one of "cat", "dog"' }] },
  };
  expect(await send("POST", "/pets", fish)).toMatchObject(refused);
  expect(await send("PUT", "/pets/a1", fish)).toMatchObject(refused);
  expect((await send("GET", "/pets")).body).toEqual(before);
});
