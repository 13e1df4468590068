import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runs, seed } from "../../test-all.ts";
import { walkSubject } from "./subject.ts";
import { walk } from "./walk.ts";

const steps = runs(30, 500);

const own = join(import.meta.dirname, "..", "..", "..", "spec", "openapi.yaml");

/** Events of assistant runs have no operation that reads one. */
const hasReads = (operation: string): boolean => operation !== "ListAssistantEvents";

describe("whatever is called, all that is shown agrees", () => {
  test.for([
    ["our own description", own, steps],
    ["a shop", join(import.meta.dirname, "descriptions", "shop.yaml"), 2 * steps],
    ["a zoo", join(import.meta.dirname, "descriptions", "zoo.yaml"), steps],
    ["a club", join(import.meta.dirname, "descriptions", "club.yaml"), steps],
    ["a forge", join(import.meta.dirname, "descriptions", "forge.yaml"), 2 * steps],
  ] as const)("%s", async ([, description, length]) => {
    const subject = await walkSubject(description);
    const statuses = await walk(subject, seed(20_250_307), length, hasReads);
    // Both ways are gone: else nothing would have been tried.
    const taken = [...statuses].filter(([status]) => status < 300);
    expect(taken.map(([status]) => status)).toContain(201);
    expect([...statuses.keys()].some((status) => status >= 400)).toBe(true);
  });
});
