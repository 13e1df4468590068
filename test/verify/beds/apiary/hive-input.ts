import { BodyChecks, type Members } from "./checks.ts";
import { faulty } from "./faults.ts";
import { hiveKinds, type Hive, type Queen } from "./store.ts";

/** The values that `createHive` and `updateHive` give a hive. */
export type HiveInput = Pick<
  Hive,
  "label" | "kind" | "frames" | "queen" | "notes" | "tags" | "establishedOn"
>;

const labelLimits = { minimum: 1, maximum: 20, pattern: /^[A-Z][A-Z0-9-]*$/u };
const changeable = ["label", "kind", "frames", "queen", "notes", "tags"];
const queenMembers = ["year", "marked", "breed"];

function readQueen(checks: BodyChecks, value: unknown): Queen | null {
  if (value === null) return null;
  const members = checks.object("/queen", value, queenMembers);
  const { year, marked = false, breed = null } = members ?? {};
  return {
    year: checks.integer("/queen/year", year, 2000, 2100),
    marked: checks.boolean("/queen/marked", marked),
    breed: breed === null ? null : checks.text("/queen/breed", breed, { minimum: 1, maximum: 60 }),
  };
}

function readHive(checks: BodyChecks, members: Members, establishedOn: string): HiveInput {
  const { queen = null, notes = null, tags = [] } = members;
  const input: HiveInput = {
    label: checks.text("/label", members["label"], labelLimits),
    kind: checks.choice("/kind", members["kind"], hiveKinds),
    frames: checks.integer("/frames", members["frames"], 1, 40),
    queen: readQueen(checks, queen),
    notes: notes === null ? null : checks.text("/notes", notes, { maximum: 2000 }),
    tags: checks.texts("/tags", tags, { minimum: 1, maximum: 30 }, 8),
    establishedOn,
  };
  checks.refuse();
  return input;
}

export function readNewHive(body: unknown): HiveInput {
  const checks = new BodyChecks();
  const members = checks.object("", body, [...changeable, "establishedOn"]) ?? {};
  const establishedOn = checks.date("/establishedOn", members["establishedOn"]);
  return readHive(checks, members, establishedOn);
}

/** Applies a merge patch to a hive: `null` removes a member, and objects are merged (RFC 7396). */
export function readHivePatch(body: unknown, hive: Hive): HiveInput {
  const checks = new BodyChecks();
  const patch = checks.object("", body, changeable) ?? {};
  const { queen } = patch;
  if (isObject(queen)) {
    // A member that a patch removes is gone after the merge, and its name has to be known all the same.
    const removed = Object.entries(queen).filter(([, value]) => value === null);
    checks.object("/queen", Object.fromEntries(removed), queenMembers);
  }
  const present: Members = Object.fromEntries(
    changeable.map((name) => [name, hive[name as keyof Hive]]),
  );
  const merged = mergePatch(present, patch);
  if (faulty("hive-patch-queen-whole") && patch["queen"] !== undefined)
    merged["queen"] = patch["queen"] ?? undefined;
  if (faulty("hive-patch-null-notes") && patch["notes"] === null) merged["notes"] = hive.notes;
  return readHive(checks, merged, hive.establishedOn);
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mergePatch(target: unknown, patch: Members): Record<string, unknown> {
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch))
    if (value === null) merged.delete(name);
    else merged.set(name, isObject(value) ? mergePatch(merged.get(name), value) : value);
  return Object.fromEntries(merged);
}
