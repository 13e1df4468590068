import { isFault } from "./faults.ts";
import { caching, read } from "./call.ts";
import type { Answer, Call } from "./call.ts";
import { limitOf, pageFrom } from "./paging.ts";
import type { Query } from "./query.ts";
import { shown } from "./plants.ts";
import { photos, plants, plantStates } from "./store.ts";
import type { Plant } from "./store.ts";

const sorts = ["name", "-name", "quantity", "-quantity", "created_at", "-created_at"] as const;

const keys: Record<string, (plant: Plant) => string | number> = {
  name: (plant) => plant.name,
  quantity: (plant) =>
    isFault("quantities-sorted-as-text") ? String(plant.quantity) : plant.quantity,
  created_at: (plant) => plant.seq,
};

interface Filters {
  statuses: string[];
  greenhouse: string | undefined;
  species: string | undefined;
  from: string | undefined;
  to: string | undefined;
  hasPhoto: boolean | undefined;
}

function filtersOf(query: Query): Filters {
  const statuses: string[] = query.choices("status", plantStates);
  const hasPhoto = query.choice("has_photo", ["true", "false"]);
  return {
    statuses: isFault("only-first-status") ? statuses.slice(0, 1) : statuses,
    greenhouse: query.one("greenhouse_id"),
    species: query.one("species_code"),
    from: query.date("sown_from"),
    to: query.date("sown_to"),
    hasPhoto:
      hasPhoto && (isFault("has-photo-false-as-true") ? Boolean(hasPhoto) : hasPhoto === "true"),
  };
}

/** A plant that was never sown is outside of every range. */
function isSownWithin(plant: Plant, { from, to }: Filters): boolean {
  if (from === undefined && to === undefined) return true;
  if (plant.sown_on === null) return false;
  return (from === undefined || plant.sown_on >= from) && (to === undefined || plant.sown_on <= to);
}

function passes(plant: Plant, filters: Filters): boolean {
  const { statuses, greenhouse, species, hasPhoto } = filters;
  return (
    (statuses.length === 0 || statuses.includes(plant.status)) &&
    (greenhouse === undefined || plant.greenhouse_id === greenhouse) &&
    (species === undefined || plant.species_code === species) &&
    (hasPhoto === undefined || (photos.get(plant.id)?.size ?? 0) > 0 === hasPhoto) &&
    isSownWithin(plant, filters)
  );
}

function plantLimit(query: Query): number {
  if (!isFault("oversized-limit-accepted")) return limitOf(query);
  return Math.min(query.integer("limit", { min: 1, max: Infinity }) ?? 20, 100);
}

export function listPlants(call: Call): Answer {
  const { user, query } = call;
  const limit = plantLimit(query);
  const filters = filtersOf(query);
  const sort = query.choice("sort", sorts) ?? "created_at";
  const key = keys[sort.replace("-", "")] ?? ((plant) => plant.seq);
  const own = [...plants.values()].filter(({ owner }) => owner === user);
  const found = own.filter((plant) => passes(plant, filters));
  const scope = JSON.stringify([
    user,
    "plants",
    sort,
    { ...filters, statuses: [...new Set(filters.statuses)].toSorted() },
  ]);
  const order = { key, seq: ({ seq }: Plant) => seq, isDescending: sort.startsWith("-") };
  const page = pageFrom(found, order, scope, { limit, cursor: query.one("cursor") });
  const total = isFault("total-before-filters") ? own.length : page.total;
  return read({ items: page.items.map(shown), total, next_cursor: page.next_cursor });
}

function quoted(text: string | null): string {
  return text === null ? "" : `"${text.replaceAll('"', '""')}"`;
}

function row(plant: Plant): string {
  return [
    plant.id,
    quoted(plant.name),
    quoted(plant.species_code),
    plant.status,
    plant.quantity,
    plant.sown_on ?? "",
    plant.target_ph ?? "",
    quoted(plant.note),
  ].join(",");
}

export function exportPlants(call: Call): Answer {
  const statuses: string[] = call.query.choices("status", plantStates);
  const all = [...plants.values()];
  const found =
    statuses.length > 0 && isFault("export-of-all-users")
      ? all.filter(({ status }) => statuses.includes(status))
      : all.filter(
          ({ owner, status }) =>
            owner === call.user && (statuses.length === 0 || statuses.includes(status)),
        );
  const head = "id,name,species_code,status,quantity,sown_on,target_ph,note";
  const lines = [head, ...found.map(row)].map((line) => `${line}\r\n`).join("");
  return {
    status: 200,
    headers: { ...caching, "Content-Disposition": 'attachment; filename="plants.csv"' },
    content: { type: "text/csv; charset=utf-8", bytes: Buffer.from(lines) },
  };
}
