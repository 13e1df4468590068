import { setTimeout } from "node:timers/promises";
import { apiaryOf } from "./apiaries.ts";
import { BodyChecks } from "./checks.ts";
import { faulty } from "./faults.ts";
import { readHivePatch, readNewHive } from "./hive-input.ts";
import { instantText } from "./instants.ts";
import { isKnown, requireMatch } from "./preconditions.ts";
import { conflict, notFound } from "./problems.ts";
import { jsonBody, type Answer, type Call } from "./requests.ts";
import {
  apiaries,
  closingReasons,
  hives,
  inspectionsOf,
  livingHives,
  newId,
  photos,
  tagOf,
  type Hive,
  type Queen,
} from "./store.ts";

const colours = ["blue", "white", "yellow", "red", "green"] as const;

/** The colour with which beekeepers mark queens of a year: the same five in turn. */
function colourOf(year: number): string {
  if (faulty("queen-colour-of-zero") && year % 10 === 0) return "white";
  return colours[year % 5] ?? "blue";
}

const shownQueen = (queen: Queen | null) => queen && { ...queen, colour: colourOf(queen.year) };

/** The latest instant of an inspection that was deleted, which should be forgotten with it. */
const latestEver = new Map<string, number>();

export function shownHive(hive: Hive) {
  const { association: _, queen, createdAt, updatedAt, ...members } = hive;
  const instants = inspectionsOf(hive.id).map(({ inspectedAt }) => inspectedAt);
  const remembered = latestEver.get(hive.id);
  if (faulty("inspection-delete-last-kept") && remembered !== undefined) instants.push(remembered);
  const latest = instants.length === 0 ? undefined : Math.max(...instants);
  if (latest !== undefined) latestEver.set(hive.id, latest);
  return {
    ...members,
    queen: shownQueen(queen),
    hasPhoto: photos.has(hive.id),
    inspectionCount: inspectionsOf(hive.id).length,
    lastInspectedAt: latest === undefined ? null : instantText(latest),
    createdAt: instantText(createdAt),
    updatedAt: instantText(updatedAt),
  };
}

/** The tag of what `shownHive` answers. */
function hiveTag(shown: ReturnType<typeof shownHive>): string {
  if (!faulty("hive-tag-without-inspections")) return tagOf(shown);
  const { inspectionCount: _, lastInspectedAt: __, ...members } = shown;
  return tagOf(members);
}

/** @throws Problem if the association has no hive with this identifier. */
export function hiveOf({ association }: Call, id: string | undefined): Hive {
  const hive = hives.get(id ?? "");
  if (hive?.association !== association) throw notFound("hive");
  return hive;
}

/** @throws Problem if the hive is closed. */
export function requireOpen({ state }: Hive): void {
  if (state === "closed") throw conflict("hive_closed", "The hive is closed.");
}

function requireFreeLabel(apiaryId: string, label: string, except?: string): void {
  const neighbours = faulty("hive-label-of-closed")
    ? [...hives.values()].filter((hive) => hive.apiaryId === apiaryId)
    : livingHives(apiaryId);
  if (neighbours.some((one) => one.id !== except && one.label === label))
    throw conflict("label_taken", "Another hive of the apiary has this label.");
}

function requireRoom(apiaryId: string): void {
  const capacity = apiaries.get(apiaryId)?.capacity ?? 0;
  if (livingHives(apiaryId).length >= capacity)
    throw conflict("apiary_full", "The apiary has no room for another hive.");
}

export function answered(hive: Hive): Answer {
  const body = shownHive(hive);
  return { status: 200, headers: { ETag: hiveTag(body) }, body };
}

export function createHive(call: Call): Answer {
  const apiary = apiaryOf(call, call.parameters["apiaryId"]);
  const input = readNewHive(jsonBody(call));
  requireFreeLabel(apiary.id, input.label);
  requireRoom(apiary.id);
  const now = Date.now();
  const { association } = call;
  const hive: Hive = {
    id: newId("hv"),
    association,
    apiaryId: apiary.id,
    ...input,
    state: "active",
    closingReason: null,
    createdAt: now,
    updatedAt: now,
  };
  hives.set(hive.id, hive);
  const { headers, body } = answered(hive);
  return { status: 201, headers: { ...headers, Location: `/hives/${hive.id}` }, body };
}

export function getHive(call: Call): Answer {
  const answer = answered(hiveOf(call, call.parameters["hiveId"]));
  const { headers = {} } = answer;
  return isKnown(call, headers["ETag"] ?? "") ? { status: 304, headers } : answer;
}

export async function updateHive(call: Call): Promise<Answer> {
  const hive = hiveOf(call, call.parameters["hiveId"]);
  if (!faulty("hive-patch-unchecked")) requireMatch(call, hiveTag(shownHive(hive)));
  const input = readHivePatch(jsonBody(call, "application/merge-patch+json"), hive);
  requireOpen(hive);
  requireFreeLabel(hive.apiaryId, input.label, hive.id);
  if (faulty("hive-patch-race")) await setTimeout(15);
  return changed({ ...hive, ...input });
}

export function moveHive(call: Call): Answer {
  const hive = hiveOf(call, call.parameters["hiveId"]);
  const checks = new BodyChecks();
  const members = checks.object("", jsonBody(call), ["apiaryId"]);
  const pattern = /^ap_[0-9a-f]{8}$/u;
  const apiaryId = checks.text("/apiaryId", members?.["apiaryId"], { maximum: 11, pattern });
  if (apiaries.get(apiaryId)?.association !== call.association)
    checks.add("/apiaryId", "is no apiary of the association");
  checks.refuse();
  requireOpen(hive);
  if (hive.apiaryId === apiaryId)
    throw conflict("already_there", "The hive stands in this apiary already.");
  requireFreeLabel(apiaryId, hive.label);
  if (!faulty("hive-move-over-capacity")) requireRoom(apiaryId);
  return changed({ ...hive, apiaryId });
}

export function transitionHive(call: Call): Answer {
  const hive = hiveOf(call, call.parameters["hiveId"]);
  const checks = new BodyChecks();
  const body = jsonBody(call);
  const members = checks.object("", body, ["to", "reason"]);
  const to = checks.choice("/to", members?.["to"], ["closed", "wintering", "active"]);
  const { reason } = members ?? {};
  if (to !== "closed" && reason !== undefined) checks.add("/reason", "is only for closing");
  const closingReason = to === "closed" ? checks.choice("/reason", reason, closingReasons) : null;
  checks.refuse();
  if (!faulty("hive-reopened")) requireOpen(hive);
  if (hive.state === to) throw conflict("same_state", `The hive is ${to} already.`);
  return changed({ ...hive, state: to, closingReason });
}

function changed(hive: Hive): Answer {
  const updated = { ...hive, updatedAt: Date.now() };
  hives.set(hive.id, updated);
  return answered(updated);
}
