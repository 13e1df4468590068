import { faulty } from "./faults.ts";
import { BodyChecks } from "./checks.ts";
import { instantText } from "./instants.ts";
import { compareTexts, pageOf, pageQuery } from "./pages.ts";
import { demandMatch } from "./preconditions.ts";
import { conflict, notFound } from "./problems.ts";
import { choiceQuery, jsonBody, textQuery, type Answer, type Call } from "./requests.ts";
import {
  apiaries,
  harvests,
  hives,
  inspections,
  inspectionsOf,
  livingHives,
  newId,
  photos,
  tagOf,
  type Apiary,
} from "./store.ts";

type ApiaryInput = Omit<Apiary, "id" | "association" | "createdAt" | "updatedAt">;

const nameLimits = { minimum: 1, maximum: 80, pattern: /\S/u };

function readApiary(body: unknown, kept?: Apiary): ApiaryInput {
  const checks = new BodyChecks();
  const members = checks.object("", body, [
    "name",
    "location",
    "elevationMetres",
    "capacity",
    "forage",
  ]);
  const { location, elevationMetres = kept?.elevationMetres ?? null } = members ?? {};
  const { forage = kept?.forage ?? [] } = members ?? {};
  const place = checks.object("/location", location, ["latitude", "longitude"]);
  const input: ApiaryInput = {
    name: checks.text("/name", members?.["name"], nameLimits),
    location: {
      latitude: checks.number("/location/latitude", place?.["latitude"], -90, 90),
      longitude: checks.number("/location/longitude", place?.["longitude"], -180, 180),
    },
    elevationMetres:
      elevationMetres === null || (faulty("apiary-elevation-zero") && elevationMetres === 0)
        ? null
        : checks.integer("/elevationMetres", elevationMetres, -430, 6000),
    capacity: checks.integer("/capacity", members?.["capacity"], 1, 200),
    forage: checks.texts("/forage", forage, { minimum: 1, maximum: 30 }, 10),
  };
  checks.refuse();
  return input;
}

export function shownApiary(apiary: Apiary) {
  const { association: _, createdAt, updatedAt, ...members } = apiary;
  return {
    ...members,
    hiveCount: livingHives(apiary.id).length,
    createdAt: instantText(createdAt),
    updatedAt: instantText(updatedAt),
  };
}

/** @throws Problem if the association has no apiary with this identifier. */
export function apiaryOf({ association }: Call, id: string | undefined): Apiary {
  const apiary = apiaries.get(id ?? "");
  if (apiary?.association !== association) throw notFound("apiary");
  return apiary;
}

function requireFreeName(association: string, name: string, except?: string): void {
  const folded = (text: string): string => (faulty("apiary-name-case") ? text : text.toLowerCase());
  const isTaken = [...apiaries.values()].some(
    (one) =>
      (one.association === association || faulty("apiary-name-of-others")) &&
      one.id !== except &&
      folded(one.name) === folded(name),
  );
  if (isTaken) throw conflict("name_taken", "The association has another apiary with this name.");
}

const orders = {
  name: (one: Apiary, other: Apiary) => compareTexts(one.name, other.name),
  createdAt: (one: Apiary, other: Apiary) => one.createdAt - other.createdAt,
};

export function listApiaries(call: Call): Answer {
  const page = pageQuery(call);
  const search = textQuery(call, "q", 80);
  const sort = choiceQuery(call, "sort", ["name", "-name", "createdAt", "-createdAt"]) ?? "name";
  const folded = (text: string): string =>
    faulty("apiaries-search-case") ? text : text.toLowerCase();
  const found = [...apiaries.values()].filter(
    ({ association, name }) =>
      association === call.association &&
      (search === undefined || folded(name).includes(folded(search))),
  );
  const order = orders[sort.replace("-", "") as keyof typeof orders];
  const direction = sort.startsWith("-") ? -1 : 1;
  const sorted = found.toSorted(
    (one, other) => direction * order(one, other) || compareTexts(one.name, other.name),
  );
  return { status: 200, body: pageOf(sorted.map(shownApiary), page) };
}

export function createApiary(call: Call): Answer {
  const input = readApiary(jsonBody(call));
  requireFreeName(call.association, input.name);
  const now = Date.now();
  const { association } = call;
  const apiary = { id: newId("ap"), association, ...input, createdAt: now, updatedAt: now };
  apiaries.set(apiary.id, apiary);
  const body = shownApiary(apiary);
  const headers = { Location: `/apiaries/${apiary.id}`, ETag: tagOf(body) };
  return { status: 201, headers, body };
}

export function getApiary(call: Call): Answer {
  const body = shownApiary(apiaryOf(call, call.parameters["apiaryId"]));
  return { status: 200, headers: { ETag: tagOf(body) }, body };
}

export function replaceApiary(call: Call): Answer {
  const apiary = apiaryOf(call, call.parameters["apiaryId"]);
  demandMatch(call, tagOf(shownApiary(apiary)));
  const input = readApiary(jsonBody(call), faulty("apiary-put-merges") ? apiary : undefined);
  requireFreeName(call.association, input.name, apiary.id);
  if (livingHives(apiary.id).length > input.capacity)
    throw conflict("apiary_full", "The apiary has more hives than this.");
  const updatedAt = Date.now();
  const replaced = { ...apiary, ...input, updatedAt };
  apiaries.set(apiary.id, replaced);
  const body = shownApiary(replaced);
  return { status: 200, headers: { ETag: tagOf(body) }, body };
}

export function deleteApiary(call: Call): Answer {
  const apiary = apiaryOf(call, call.parameters["apiaryId"]);
  if (livingHives(apiary.id).length > 0)
    throw conflict("apiary_in_use", "The apiary has hives that are not closed.");
  for (const hive of hives.values()) if (hive.apiaryId === apiary.id) deleteHive(hive.id);
  apiaries.delete(apiary.id);
  return { status: 204 };
}

function deleteHive(id: string): void {
  hives.delete(id);
  photos.delete(id);
  for (const inspection of inspectionsOf(id)) inspections.delete(inspection.id);
  if (faulty("apiary-delete-keeps-harvests")) return;
  for (const harvest of harvests.values()) if (harvest.hiveId === id) harvests.delete(harvest.id);
}
