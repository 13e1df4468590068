import { faulty } from "./faults.ts";
import { compareTexts } from "./pages.ts";
import { Problem } from "./problems.ts";
import { integerQuery, type Answer, type Call } from "./requests.ts";
import { harvests, type Harvest } from "./store.ts";

const sumOf = (some: readonly Harvest[]): number =>
  some.reduce((sum, { weightGrams }) => sum + weightGrams, 0);

/** The harvests by a member, those with most honey first. */
function grouped(some: readonly Harvest[], member: "variety" | "apiaryId") {
  const groups = Map.groupBy(some, (harvest) => harvest[member]);
  return [...groups]
    .map(([value, those]) => ({ value, harvests: those.length, grams: sumOf(those) }))
    .toSorted((one, other) => other.grams - one.grams || compareTexts(one.value, other.value));
}

function averageOf(some: readonly Harvest[]): number | null {
  if (some.length === 0) return null;
  const average = sumOf(some) / some.length;
  return faulty("summary-average-cut") ? Math.floor(average) : Math.round(average);
}

function summaryOf(year: number, some: readonly Harvest[]) {
  const totalGrams = sumOf(some);
  return {
    year,
    harvests: some.length,
    totalGrams,
    averageGrams: averageOf(some),
    byVariety: grouped(some, "variety").map(({ value, ...sums }) => ({ variety: value, ...sums })),
    byApiary: grouped(some, "apiaryId").map(({ value, grams }) => ({
      apiaryId: value,
      grams,
      sharePercent: Math.round((grams * 1000) / totalGrams) / 10,
    })),
  };
}

const kept = new Map<string, ReturnType<typeof summaryOf>>();

export function getHarvestSummary(call: Call): Answer {
  const year = integerQuery(call, "year", 2000, 2100);
  if (year === undefined) throw new Problem(400, "invalid_parameter", "year is required.");
  const some = [...harvests.values()].filter(
    ({ association, harvestedOn }) =>
      association === call.association && harvestedOn.startsWith(String(year)),
  );
  const key = `${call.association} ${String(year)}`;
  const summary = (faulty("summary-stale") && kept.get(key)) || summaryOf(year, some);
  kept.set(key, summary);
  return { status: 200, body: summary };
}
