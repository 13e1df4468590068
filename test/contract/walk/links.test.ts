import { join } from "node:path";
import { createMock } from "@genai-app/mocks";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { sender } from "./send.ts";
import { walkSubject } from "./subject.ts";
import type { WalkSubject } from "./subject.ts";

const club = join(import.meta.dirname, "descriptions", "club.yaml");
const rui = "6f1f2c1a-5b1e-4c57-9f0c-0f7f3a1f0a02";
const stranger = "6f1f2c1a-5b1e-4c57-9f0c-0f7f3a1f0a03";

let subject: WalkSubject;
let send: ReturnType<typeof sender>;

beforeAll(async () => {
  subject = await walkSubject(club);
  send = sender(subject);
});
beforeEach(() => subject.mock.reset());

test("what is created below a person belongs to that person", async () => {
  const { body } = await send("POST", `/users/${rui}/notes`, { text: "One" });
  expect(body["created_by"]).toBe(rui);
});

test("who is named, and may be there, is in the list from then on", async () => {
  const reader = { reader_user_id: stranger };
  expect(await send("POST", `/users/${rui}/notes`, { text: "One", ...reader })).toMatchObject({
    status: 201,
    body: reader,
  });
  const { body } = await send("GET", "/users");
  expect(Object.values(body).at(-1)).toMatchObject({ user_id: stranger });
});

test("a record that nobody made is below nothing that was deleted", async () => {
  expect(await send("GET", "/visits/one")).toMatchObject({
    status: 200,
    body: { room_id: "hall" },
  });
  await send("DELETE", "/rooms/hall");
  expect((await send("GET", "/visits/two")).status).toBe(404);
});

test("what has another key is named by it", async () => {
  const note = await send("POST", `/users/${rui}/notes`, { text: "One", room_id: "hall" });
  const path = `/notes/${String(note.body["note_id"])}`;
  expect((await send("PATCH", "/rooms/hall", { room_id: "aula" })).body).toMatchObject({
    room_id: "aula",
  });
  expect((await send("GET", path)).body).toMatchObject({ room_id: "aula" });
  await send("DELETE", "/rooms/aula");
  expect((await send("GET", path)).body).not.toHaveProperty("room_id");
});

test("what a test puts there stays as it was put", async () => {
  const note = { note_id: stranger, text: "Put", room_id: "nowhere", created_by: rui };
  subject.mock.seed({ Note: [note] });
  await send("PATCH", `/notes/${stranger}`, { text: "Changed" });
  expect((await send("GET", `/notes/${stranger}`)).body).toEqual({ ...note, text: "Changed" });
});

test("what goes because there is no room for it makes no more of it", async () => {
  const mock = createMock({ limits: { resourceRecords: 4 } });
  const headers = { authorization: "Bearer any", "content-type": "application/json" };
  for (let count = 0; count < 12; count += 1) {
    const body = JSON.stringify({ name: `Structure ${count}` });
    await mock.fetch("http://localhost/structures", { method: "POST", headers, body });
  }
  const listed = await mock.fetch("http://localhost/structures", { headers });
  const { structures } = (await listed.json()) as {
    structures: readonly { readonly latest_deployment_id: string }[];
  };
  expect(structures.length).toBeGreaterThan(0);
  expect(structures.length).toBeLessThanOrEqual(4);
  for (const { latest_deployment_id: id } of structures)
    expect((await mock.fetch(`http://localhost/deployments/${id}`, { headers })).status).toBe(200);
});
