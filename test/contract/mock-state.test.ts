import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allFlows } from "./flows/all.ts";
import type { World } from "./flows/world.ts";
import { worldInMemory, worldOverHttp } from "./subjects/worlds.ts";

describe.each([worldInMemory, worldOverHttp])("$name", (subject) => {
  let world: World & AsyncDisposable;

  beforeAll(async () => {
    world = await subject.start();
  });
  beforeEach(() => world.mock.reset());
  afterAll(() => world[Symbol.asyncDispose]());

  describe.each(Object.entries(allFlows))("%s", (_about, flows) => {
    test.each(Object.entries(flows))("%s", async (_what, flow) => {
      await expect(flow(world)).resolves.toBeUndefined();
    });
  });
});
