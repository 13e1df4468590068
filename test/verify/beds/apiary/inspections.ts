import { BodyChecks } from "./checks.ts";
import { faulty } from "./faults.ts";
import { hiveOf, requireOpen } from "./hives.ts";
import { instantText } from "./instants.ts";
import { compareTexts } from "./pages.ts";
import { conflict, notFound, Problem } from "./problems.ts";
import {
  instantQuery,
  integerQuery,
  jsonBody,
  single,
  type Answer,
  type Call,
} from "./requests.ts";
import { inspections, inspectionsOf, newId, tempers, type Hive, type Inspection } from "./store.ts";

const known = ["inspectedAt", "broodFrames", "queenSeen", "temper", "varroaCount", "remark"];

function readInspection(body: unknown, hive: Hive): Omit<Inspection, "id" | "createdAt"> {
  const checks = new BodyChecks();
  const members = checks.object("", body, known) ?? {};
  const { temper = "calm", varroaCount = null, remark = "" } = members;
  const counted =
    varroaCount === null ? null : checks.integer("/varroaCount", varroaCount, 0, 10_000);
  const inspectedAt = checks.instant("/inspectedAt", members["inspectedAt"]);
  const mostFrames = faulty("inspection-brood-of-any-hive") ? 40 : hive.frames;
  const input = {
    hiveId: hive.id,
    inspectedAt: faulty("inspection-seconds-only")
      ? Math.floor(inspectedAt / 1000) * 1000
      : inspectedAt,
    broodFrames: checks.integer("/broodFrames", members["broodFrames"], 0, mostFrames),
    queenSeen: checks.boolean("/queenSeen", members["queenSeen"]),
    temper: checks.choice("/temper", temper, tempers),
    varroaCount: faulty("inspection-varroa-uncounted-zero") ? Number(counted) : counted,
    remark: checks.text("/remark", remark, { maximum: 1000 }),
  };
  if (checks.fields.length === 0 && inspectedAt < Date.parse(`${hive.establishedOn}T00:00:00Z`))
    checks.add("/inspectedAt", "must not be before the hive was established");
  checks.refuse();
  return input;
}

const shownInspection = ({ inspectedAt, createdAt, ...members }: Inspection) => ({
  ...members,
  inspectedAt: instantText(inspectedAt),
  createdAt: instantText(createdAt),
});

type Place = Pick<Inspection, "inspectedAt" | "id">;

/** Newest first, and those of one instant by their identifiers. */
const comparePlaces = (one: Place, other: Place): number =>
  other.inspectedAt - one.inspectedAt || compareTexts(one.id, other.id);

const cursorOf = ({ inspectedAt, id }: Place): string =>
  Buffer.from(`${String(inspectedAt)}.${id}`).toString("base64url");

function cursorQuery(call: Call): Place | undefined {
  const text = single(call, "cursor");
  if (text === undefined) return undefined;
  const parts = /^(?<instant>-?\d{1,15})\.(?<id>in_[0-9a-f]{8})$/.exec(
    Buffer.from(text, "base64url").toString(),
  )?.groups;
  const place = { inspectedAt: Number(parts?.["instant"]), id: parts?.["id"] ?? "" };
  if (parts === undefined || cursorOf(place) !== text)
    throw new Problem(400, "invalid_parameter", "cursor must be one that was answered as next.");
  return place;
}

export function listInspections(call: Call): Answer {
  const limit = integerQuery(call, "limit", 1, 50) ?? 20;
  const from = instantQuery(call, "from") ?? Number.NEGATIVE_INFINITY;
  const to = instantQuery(call, "to") ?? Number.POSITIVE_INFINITY;
  const cursor = cursorQuery(call);
  const hive = hiveOf(call, call.parameters["hiveId"]);
  const isAfter = (place: Place): boolean => {
    if (cursor === undefined) return true;
    if (faulty("inspections-cursor-skips-ties")) return place.inspectedAt < cursor.inspectedAt;
    return comparePlaces(place, cursor) > 0;
  };
  const found = inspectionsOf(hive.id).filter(
    ({ inspectedAt }) =>
      inspectedAt >= from &&
      (inspectedAt < to || (faulty("inspections-to-inclusive") && inspectedAt === to)),
  );
  const left = found.toSorted(comparePlaces).filter(isAfter);
  const items = left.slice(0, limit);
  const last = items.at(-1);
  const next = left.length > limit && last !== undefined ? cursorOf(last) : null;
  return { status: 200, body: { items: items.map(shownInspection), next } };
}

export function addInspection(call: Call): Answer {
  const hive = hiveOf(call, call.parameters["hiveId"]);
  const input = readInspection(jsonBody(call), hive);
  requireOpen(hive);
  if (hive.state === "wintering" && !faulty("inspection-in-winter"))
    throw conflict("hive_wintering", "A wintering hive is not opened.");
  const inspection = { id: newId("in"), ...input, createdAt: Date.now() };
  inspections.set(inspection.id, inspection);
  return { status: 201, body: shownInspection(inspection) };
}

export function deleteInspection(call: Call): Answer {
  const { hiveId, inspectionId = "" } = call.parameters;
  const hive = hiveOf(call, hiveId);
  const inspection = inspections.get(inspectionId);
  const isOfHive = inspection?.hiveId === hive.id || faulty("inspection-delete-of-other-hive");
  if (inspection === undefined || !isOfHive) throw notFound("inspection");
  inspections.delete(inspectionId);
  return { status: 204 };
}
