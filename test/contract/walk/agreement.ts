import { itemsOf, survey } from "./survey.ts";
import type { Seen, Survey } from "./survey.ts";
import type { WalkSubject } from "./subject.ts";
import { isObject, isSame, membersOf, plain, scalarsOf } from "./values.ts";

/** What does not agree in all that an API shows. @param deleted identifiers that were deleted, by the name of their key */
export async function disagreements(
  subject: WalkSubject,
  deleted: ReadonlyMap<string, ReadonlySet<string>>,
  isOwnKind: (operation: string) => boolean = () => true,
): Promise<string[]> {
  const shown = await survey(subject);
  const found = await Promise.all(
    shown.seen.map(async (one) => [
      ...(await unreadable(shown, one, isOwnKind)),
      ...(await unlike(shown, one)),
      ...named(shown, one, deleted),
      ...strangers(shown, one),
      ...wrongCounts(one),
      ...wrongTimes(one),
      ...wrongNewest(shown, one),
    ]),
  );
  return found.flat();
}

/** The key that a member names, by the words of its name but the first ones: `latest_deployment_id`. */
function keyNamed(name: string, { reads }: Survey): string | undefined {
  // What is elsewhere cannot be read here.
  if (plain(name).startsWith("external_")) return undefined;
  const words = plain(name).replace(/_ids$/, "_id").split("_");
  for (let start = 0; start < words.length - 1; start += 1) {
    const key = words.slice(start).join("_");
    if (reads.has(key)) return key;
  }
  return undefined;
}

/** Identifiers that cannot be read, or stand in no list. */
async function unreadable(
  shown: Survey,
  { operation, url, body }: Seen,
  isOwnKind: (operation: string) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, value, place } of membersOf(body)) {
    const key = keyNamed(name, shown);
    const read = key === undefined ? undefined : shown.reads.get(key);
    if (key === undefined || read === undefined) continue;
    if (!isOwnKind(operation.id) && key === "event_id") continue;
    for (const id of scalarsOf(value)) {
      const [parameter = ""] = /\{([^{}]+)\}/.exec(read.path)?.slice(1) ?? [];
      const { status } = await shown.read(read, { [parameter]: id });
      if (status !== 200) found.push(`${url} ${place} names ${id}: ${read.id} answers ${status}`);
      const listed = shown.known.get(key);
      if (listed !== undefined && !listed.has(id))
        found.push(`${url} ${place} names ${id}, which is in no list`);
    }
  }
  return found;
}

/** Records that a list shows otherwise than their own read does. */
async function unlike(shown: Survey, { operation, url, body }: Seen): Promise<string[]> {
  if (operation.path.endsWith("}")) return [];
  const found: string[] = [];
  for (const item of itemsOf(body)) {
    for (const [key, read] of shown.reads) {
      const name =
        Object.keys(item).find((one) => plain(one) === key) ??
        (read.path.replace(/\/\{[^{}]+\}$/, "") === operation.path ? "id" : undefined);
      const own = name === undefined ? undefined : item[name];
      const isOwn = own !== undefined && Object.keys(item)[0] === name;
      if (!isOwn) continue;
      const one = shown.seen.find(
        (other) => other.operation === read && Object.values(other.path)[0] === String(own),
      );
      if (one === undefined || !isObject(one.body)) continue;
      for (const [member, value] of Object.entries(item))
        if (Object.hasOwn(one.body, member) && !isSame(value, one.body[member]))
          found.push(
            `${url} and ${one.url} differ in ${member}: ${JSON.stringify(value)}, ${JSON.stringify(one.body[member])}`,
          );
    }
  }
  return found;
}

/** Deleted identifiers that are named. */
function named(
  shown: Survey,
  { url, body }: Seen,
  deleted: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  return [...membersOf(body)].flatMap(({ name, value, place }) => {
    const gone = deleted.get(keyNamed(name, shown) ?? "");
    const found = gone === undefined ? [] : scalarsOf(value).filter((id) => gone.has(id));
    return found.map((id) => `${url} ${place} names ${id}, which was deleted`);
  });
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Persons that records say they belong to, and that the list of these has not. */
function strangers({ known }: Survey, { url, body }: Seen): string[] {
  const people = known.get("user_id");
  if (people === undefined) return [];
  return [...membersOf(body)].flatMap(({ name, value, place }) =>
    name === "created_by" && uuid.test(String(value)) && !people.has(String(value))
      ? [`${url} ${place} names ${String(value)}, who is in no list`]
      : [],
  );
}

/** Counts of a list that are not those of its items. */
function wrongCounts({ url, body }: Seen): string[] {
  const [items, ...others] = isObject(body) ? Object.values(body).filter(Array.isArray) : [];
  if (!isObject(body) || items === undefined || others.length > 0) return [];
  const page = { ...body, ...(isObject(body["pagination"]) ? body["pagination"] : {}) };
  return Object.entries(page).flatMap(([name, value]) => {
    const isCount = ["count", "total_count", "total"].includes(plain(name));
    return isCount && value !== items.length
      ? [`${url} ${name} is ${String(value)}, and there are ${items.length}`]
      : [];
  });
}

/** Records that were changed before they were created. */
function wrongTimes({ url, body }: Seen): string[] {
  return [body, ...itemsOf(body)].filter(isObject).flatMap((record) => {
    const { created_at: created, updated_at: updated } = record;
    if (typeof created !== "string" || typeof updated !== "string") return [];
    return Date.parse(updated) < Date.parse(created)
      ? [`${url} was changed at ${updated}, before ${created}`]
      : [];
  });
}

/** Records whose newest is not the last in its list. */
function wrongNewest(shown: Survey, { url, body }: Seen): string[] {
  return [body, ...itemsOf(body)].filter(isObject).flatMap((record) =>
    Object.entries(record).flatMap(([name, value]) => {
      const [, noun] = /^latest_(.+)_id$/.exec(plain(name)) ?? [];
      const [own] = Object.values(record);
      const list = shown.seen.find(
        ({ operation, path }) =>
          operation.path.endsWith(`/${noun}s`) && Object.values(path)[0] === own,
      );
      const last = itemsOf(list?.body).at(-1);
      const isLast = last === undefined || Object.values(last).includes(value);
      return noun === undefined || isLast
        ? []
        : [`${url} ${name} is ${String(value)}, not the last of ${String(list?.url)}`];
    }),
  );
}
