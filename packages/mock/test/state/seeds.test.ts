import { describe, expect, test } from "vitest";
import type { MockDescription } from "../../src/description.ts";
import { mocked } from "./harness.ts";
import { library } from "./library.ts";
import { library as descriptor } from "./library-state.ts";

/** The library, whose seeds tell that they are made. */
function watched() {
  const made: string[] = [];
  const resources = Object.entries(descriptor.resources).map(([name, resource]) => [
    name,
    {
      ...resource,
      get seeds() {
        made.push(name);
        return resource.seeds;
      },
    },
  ]);
  const state = { ...descriptor, resources: Object.fromEntries(resources) };
  const description: MockDescription = { ...library, state };
  return { made, ...mocked({}, description) };
}

describe("records that are there from the start", () => {
  test("are made when somebody looks for some of their resource, and once", async () => {
    const { made, get, state } = watched();
    expect(made).toEqual([]);
    await get("GET /shelves");
    await get("GET /shelves");
    expect(made.filter((name) => name === "Shelf")).toHaveLength(1);
    expect(made).not.toContain("Reader");
    expect(state.list("Reader")).toHaveLength(1);
  });

  test("come before those that were created, whoever looked first", async () => {
    const { get } = watched();
    await get("POST /shelves", { name: "New" });
    expect(await get("GET /shelves")).toMatchObject({
      shelves: [{ name: "Travel" }, { name: "New" }],
    });
  });

  test("are no change when they are made", async () => {
    const { get, state } = watched();
    const { version } = state;
    await get("GET /shelves");
    expect(state.version).toBe(version);
  });

  test("are all in a snapshot", () => {
    const { state } = watched();
    expect(state.snapshot()).toEqual(mocked().state.snapshot());
  });
});
