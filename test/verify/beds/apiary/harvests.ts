import { setTimeout } from "node:timers/promises";
import { faulty } from "./faults.ts";
import {
  gramsOf,
  readHarvest,
  readJars,
  requireEnough,
  type HarvestInput,
} from "./harvest-input.ts";
import { requireOpen } from "./hives.ts";
import { instantText } from "./instants.ts";
import { compareTexts, pageOf, pageQuery } from "./pages.ts";
import { conflict, notFound, Problem } from "./problems.ts";
import {
  choiceQuery,
  idQuery,
  integerQuery,
  jsonBody,
  type Answer,
  type Call,
} from "./requests.ts";
import { harvests, harvestStates, hives, newId, type Harvest } from "./store.ts";

/** The grade of honey by its water, in thousandths of its weight. */
function gradeOf(moisture: number): string {
  if (faulty("harvest-grade-boundary") ? moisture < 180 : moisture <= 180) return "premium";
  return moisture <= 200 ? "standard" : "industrial";
}

export function shownHarvest({ association: _, jars, createdAt, ...members }: Harvest) {
  const bottledGrams = gramsOf(jars);
  const hive = hives.get(members.hiveId);
  const isMoved = faulty("harvest-moves-with-hive") && hive !== undefined;
  return {
    ...members,
    apiaryId: isMoved ? hive.apiaryId : members.apiaryId,
    grade: gradeOf(members.moisturePermille),
    jars,
    bottledGrams,
    restGrams: members.weightGrams - bottledGrams,
    createdAt: instantText(createdAt),
  };
}

function harvestOf({ association, parameters }: Call): Harvest {
  const harvest = harvests.get(parameters["harvestId"] ?? "");
  if (harvest?.association !== association) throw notFound("harvest");
  return harvest;
}

const lastNumbers = new Map<string, number>();

/** The next lot of an association in the year of a harvest. */
export function nextLot(association: string, harvestedOn: string): string {
  const year = harvestedOn.slice(0, 4);
  const counter = faulty("harvest-lots-over-years") ? association : `${association} ${year}`;
  const number = (lastNumbers.get(counter) ?? 0) + 1;
  lastNumbers.set(counter, number);
  return `${year}-${String(number).padStart(4, "0")}`;
}

interface Remembered {
  readonly said: string;
  readonly answer: Answer;
}
const remembered = new Map<string, Remembered>();

function keyOf({ headers, association }: Call): string | undefined {
  const key = headers.get("Idempotency-Key");
  if (key === null) return undefined;
  if (!/^[\x21-\x7e]{1,64}$/.test(key))
    throw new Problem(400, "invalid_parameter", "Idempotency-Key must be 1 to 64 visible ASCII.");
  return `${association} ${key}`;
}

export async function recordHarvest(call: Call): Promise<Answer> {
  const key = keyOf(call);
  const input = readHarvest(jsonBody(call), call.association);
  const said = JSON.stringify(input);
  const earlier = remembered.get(key ?? "");
  if (earlier !== undefined) {
    if (earlier.said === said || faulty("harvest-key-any-body")) return earlier.answer;
    throw conflict("key_reused", "The key was used with another body.");
  }
  if (key !== undefined && faulty("harvest-key-race")) await setTimeout(15);
  const answer = record(call.association, input);
  if (key !== undefined) remembered.set(key, { said, answer });
  return answer;
}

function record(association: string, input: HarvestInput): Answer {
  const hive = hives.get(input.hiveId);
  if (hive === undefined) throw notFound("hive");
  requireOpen(hive);
  const harvest: Harvest = {
    id: newId("ha"),
    association,
    lot: nextLot(association, input.harvestedOn),
    ...input,
    apiaryId: hive.apiaryId,
    state: "extracted",
    jars: [],
    createdAt: Date.now(),
  };
  harvests.set(harvest.id, harvest);
  const headers = { Location: `/harvests/${harvest.id}` };
  return { status: 201, headers, body: shownHarvest(harvest) };
}

export function getHarvest(call: Call): Answer {
  return { status: 200, body: shownHarvest(harvestOf(call)) };
}

function isInYear(harvestedOn: string, year: number): boolean {
  const start = `${String(year)}-01-01`;
  const end = `${String(year)}-12-31`;
  if (faulty("harvests-year-without-last-day")) return harvestedOn >= start && harvestedOn < end;
  return harvestedOn >= start && harvestedOn <= end;
}

export function listHarvests(call: Call): Answer {
  const page = pageQuery(call);
  const year = integerQuery(call, "year", 2000, 2100);
  const hiveId = idQuery(call, "hiveId", "hv");
  const state = choiceQuery(call, "state", harvestStates);
  const found = [...harvests.values()].filter(
    (harvest) =>
      harvest.association === call.association &&
      (year === undefined || isInYear(harvest.harvestedOn, year)) &&
      (hiveId === undefined || harvest.hiveId === hiveId) &&
      (state === undefined || harvest.state === state),
  );
  const sorted = found.toSorted((one, other) => compareTexts(other.harvestedOn, one.harvestedOn));
  return { status: 200, body: pageOf(sorted.map(shownHarvest), page) };
}

export function bottleHarvest(call: Call): Answer {
  const harvest = harvestOf(call);
  const jars = readJars(jsonBody(call));
  if (harvest.state === "bottled")
    throw conflict("already_bottled", "The harvest has been bottled.");
  requireEnough(jars, harvest.weightGrams);
  const bottled: Harvest = { ...harvest, state: "bottled", jars };
  harvests.set(harvest.id, bottled);
  return { status: 200, body: shownHarvest(bottled) };
}
