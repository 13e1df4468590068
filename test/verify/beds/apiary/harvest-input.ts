import { BodyChecks } from "./checks.ts";
import { faulty } from "./faults.ts";
import { hives, jarSizes, varieties, type Harvest, type Jars } from "./store.ts";

/** The values that `recordHarvest` gives a harvest. */
export type HarvestInput = Pick<
  Harvest,
  "hiveId" | "harvestedOn" | "weightGrams" | "moisturePermille" | "variety"
>;

export function readHarvest(body: unknown, association: string): HarvestInput {
  const checks = new BodyChecks();
  const known = ["hiveId", "harvestedOn", "weightGrams", "moisturePermille", "variety"];
  const members = checks.object("", body, known) ?? {};
  const { variety = "blossom" } = members;
  const pattern = /^hv_[0-9a-f]{8}$/u;
  const hiveId = checks.text("/hiveId", members["hiveId"], { maximum: 11, pattern });
  if (hives.get(hiveId)?.association !== association)
    checks.add("/hiveId", "is no hive of the association");
  const input: HarvestInput = {
    hiveId,
    harvestedOn: checks.date("/harvestedOn", members["harvestedOn"]),
    weightGrams: checks.integer("/weightGrams", members["weightGrams"], 1, 200_000),
    moisturePermille: checks.integer("/moisturePermille", members["moisturePermille"], 100, 300),
    variety: checks.choice("/variety", variety, varieties),
  };
  checks.refuse();
  return input;
}

const gramsOfLine = ({ grams, count }: Jars): number => grams * count;

/** The weight that all jars hold together. */
export const gramsOf = (jars: readonly Jars[]): number =>
  jars.reduce((sum, line) => sum + gramsOfLine(line), 0);

export function readJars(body: unknown): Jars[] {
  const checks = new BodyChecks();
  const members = checks.object("", body, ["jars"]);
  const lines = members?.["jars"];
  if (!Array.isArray(lines) || lines.length < 1 || lines.length > 4)
    checks.add("/jars", "must be an array of 1 to 4 items");
  const jars = (Array.isArray(lines) ? lines : []).map((line: unknown, index): Jars => {
    const pointer = `/jars/${String(index)}`;
    const { grams, count } = checks.object(pointer, line, ["grams", "count"]) ?? {};
    return {
      grams: checks.choice(`${pointer}/grams`, grams, jarSizes),
      count: checks.integer(`${pointer}/count`, count, 1, 2000),
    };
  });
  const sizes = new Set(jars.map(({ grams }) => grams));
  if (checks.fields.length === 0 && sizes.size < jars.length)
    checks.add("/jars", "must not have a size twice");
  checks.refuse();
  return jars;
}

/** @throws Problem if the jars hold more than the harvest. */
export function requireEnough(jars: readonly Jars[], weightGrams: number): void {
  const checks = new BodyChecks();
  const needed = faulty("bottle-lines-alone") ? Math.max(...jars.map(gramsOfLine)) : gramsOf(jars);
  if (needed > weightGrams) checks.add("/jars", "hold more than the harvest");
  checks.refuse();
}
