import { isObject, setMember } from "@openapi-packages/runtime/internals";
import { escapePointerToken } from "@openapi-packages/runtime/internals";
import type { Snapshot, SnapshotRecord } from "../types.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { copyOf, isJson, keyOf } from "./record.ts";
import type { MockRecord } from "./record.ts";
import type { Resources } from "./resources.ts";

/** Records of resources that the description does not have (any more). They are passed on. */
export type Unknown = Pick<Snapshot, "records">["records"];

/** Returns everything that is stored as JSON. */
export function takeSnapshot(resources: Resources, unknown: Unknown): Snapshot {
  const records: { [resource: string]: readonly SnapshotRecord[] } = { ...unknown };
  const deleted: { [resource: string]: readonly string[] } = {};
  for (const name of resources.stores.keys()) {
    const store = resources.storeOf(name);
    if (store === undefined) continue;
    const all = store.all();
    if (all.length > 0) setMember(records, name, all.map(snapshotOf));
    if (store.deleted.size > 0) setMember(deleted, name, [...store.deleted]);
  }
  const { made } = resources.keys;
  return {
    version: 1,
    records,
    ...(Object.keys(deleted).length > 0 ? { deleted } : {}),
    ...(made > 0 ? { made } : {}),
  };
}

function snapshotOf(record: MockRecord): SnapshotRecord {
  const { scope, value, since, passed, contents, event, secret } = record;
  return {
    scope: { ...scope },
    value: copyOf(value),
    ...(secret === undefined ? {} : { secret }),
    ...(since === undefined ? {} : { since }),
    ...(passed === 0 || since === undefined ? {} : { passed }),
    ...(event === undefined ? {} : { event }),
    ...(contents === undefined
      ? {}
      : { contents: { type: contents.type, base64: toBase64(contents.bytes) } }),
  };
}

/**
 * Replaces everything that is stored by a snapshot.
 *
 * @returns the records of unknown resources.
 * @throws {TypeError} with a JSON pointer when it is not a snapshot. Then nothing has changed.
 */
export function restoreSnapshot(resources: Resources, given: unknown): Unknown {
  const { records, deleted = {}, made = 0 } = checkedSnapshot(resources, given);
  const unknown: { [resource: string]: readonly SnapshotRecord[] } = {};
  resources.clear();
  for (const [name, list] of Object.entries(records)) {
    if (resources.storeOf(name) === undefined) setMember(unknown, name, list);
    else for (const record of list) restoreRecord(resources, name, record);
  }
  for (const [name, keys] of Object.entries(deleted)) resources.storeOf(name)?.restoreDeleted(keys);
  resources.keys.made = made;
  return unknown;
}

function restoreRecord(
  resources: Resources,
  name: string,
  { scope, value, contents, ...rest }: SnapshotRecord,
): void {
  const store = resources.storeOf(name);
  if (store === undefined) return;
  const bytes = contents && fromBase64(contents.base64);
  resources.add({
    ...rest,
    store,
    key: keyOf(store.descriptor, value, scope) ?? "",
    scope: { ...scope },
    value: copyOf(value),
    ...(bytes && contents ? { contents: { type: contents.type, bytes } } : {}),
  });
}

function checkedSnapshot(resources: Resources, given: unknown): Snapshot {
  const { version, records, deleted, made } = objectAt(given, "");
  if (version !== 1) throw wrong("/version", "must be 1");
  for (const [name, list] of Object.entries(objectAt(records, "/records"))) {
    const place = `/records/${escapePointerToken(name)}`;
    if (!Array.isArray(list)) throw wrong(place, "must be a list");
    for (const [index, record] of list.entries())
      checkRecord(resources, name, record, `${place}/${index}`);
  }
  if (deleted !== undefined) {
    for (const [name, keys] of Object.entries(objectAt(deleted, "/deleted"))) {
      const isList = Array.isArray(keys) && keys.every((key) => typeof key === "string");
      if (!isList) throw wrong(`/deleted/${escapePointerToken(name)}`, "must be a list of texts");
    }
  }
  checkCount(made, "/made");
  return given as Snapshot;
}

function checkRecord(resources: Resources, name: string, given: unknown, place: string): void {
  const { scope, value, since, passed, event, contents, secret } = objectAt(given, place);
  const texts = objectAt(scope, `${place}/scope`);
  for (const [parameter, text] of Object.entries(texts)) {
    if (typeof text !== "string")
      throw wrong(`${place}/scope/${escapePointerToken(parameter)}`, "must be text");
  }
  const members = objectAt(value, `${place}/value`);
  if (!isJson(members)) throw wrong(`${place}/value`, "must be JSON");
  const store = resources.storeOf(name);
  if (
    store !== undefined &&
    keyOf(store.descriptor, members, texts as SnapshotRecord["scope"]) === undefined
  )
    throw wrong(`${place}/value`, `must have ${store.descriptor.key ?? "a key"}`);
  if (since !== undefined && !Number.isFinite(since))
    throw wrong(`${place}/since`, "must be a number");
  checkCount(passed, `${place}/passed`);
  if (event !== undefined && typeof event !== "string")
    throw wrong(`${place}/event`, "must be text");
  if (secret !== undefined && secret !== null && typeof secret !== "string")
    throw wrong(`${place}/secret`, "must be text or null");
  if (contents === undefined) return;
  const { type, base64 } = objectAt(contents, `${place}/contents`);
  if (typeof type !== "string") throw wrong(`${place}/contents/type`, "must be text");
  if (typeof base64 !== "string" || fromBase64(base64) === undefined)
    throw wrong(`${place}/contents/base64`, "must be Base64");
}

function checkCount(value: unknown, place: string): void {
  const isCount = Number.isSafeInteger(value) && Number(value) >= 0;
  if (value !== undefined && !isCount) throw wrong(place, "must be a whole number from 0");
}

function objectAt(value: unknown, place: string): { readonly [member: string]: unknown } {
  if (!isObject(value)) throw wrong(place, "must be an object");
  return value;
}

const wrong = (place: string, message: string): TypeError =>
  new TypeError(`the snapshot${place === "" ? "" : `'s ${place}`} ${message}`);
