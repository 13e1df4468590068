import { describe, expect, test } from "vitest";
import { mocked } from "./harness.ts";
import { shelfId } from "./library.ts";

const now = "2025-01-01T00:00:00.000Z";

describe("of many requests that say the same members, each record", () => {
  test("is as its own request says, whatever those before it said", async () => {
    const { get, clock } = mocked();
    const create = (room: string, place: unknown): Promise<object> =>
      get("POST /shelves", { name: room || "none", room, place });
    expect(await get("POST /shelves", { name: "Bare" })).not.toHaveProperty("place");
    const bodies = [await create("West", { row: 1 }), await create("", [2])];
    await clock.advance(1000);
    bodies.push(await create("North", "up"), await create("South", { row: 4 }));
    expect(bodies).toMatchObject([
      { name: "West", room: "West", place: { row: 1 }, labels: [], created_at: now },
      { name: "none", room: "East", place: [2], labels: [], created_at: now },
      { name: "North", room: "North", place: "up", created_at: "2025-01-01T00:00:01.000Z" },
      { name: "South", room: "South", place: { row: 4 } },
    ]);
    expect(new Set(bodies.map((one) => Reflect.get(one, "shelf_id"))).size).toBe(4);
    const members = bodies.map((one) => Object.keys(one));
    expect(members).toStrictEqual(members.map(() => members[0]));
    expect(await get("POST /shelves", { name: "Bare" })).not.toHaveProperty("place");
  });

  test("is held against what its operation may answer, change by change", async () => {
    const { get, state } = mocked();
    const path = `PATCH /shelves/${shelfId}`;
    expect(await get(path, { room: "West" })).toMatchObject({ room: "West" });
    expect(await get(path, { room: "", name: "Maps" })).toMatchObject({
      room: "West",
      name: "Maps",
    });
    expect(await get(`GET /shelves/${shelfId}`)).toMatchObject({ room: "West", name: "Maps" });
    expect(state.get("Shelf", shelfId)).toMatchObject({ room: "West", name: "Maps" });
  });

  test("is answered as its operation may, where what it was before may not be answered", async () => {
    const { get, state } = mocked();
    state.put("Shelf", { ...(state.get("Shelf", shelfId) as object), room: "" });
    const changed = await get(`PATCH /shelves/${shelfId}`, { name: "Maps" });
    expect(changed["room"]).toBe("East");
  });
});
