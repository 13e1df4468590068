// The photo of a unit.
import { BASE, PHOTO_LIMIT, evaluate, notFound, readBytes, readConditions, tagOf } from "./lib.ts";
import type { Ctx, Reply } from "./lib.ts";
import { photos, units } from "./store.ts";
import type { Unit } from "./store.ts";
import { refuse } from "./validate.ts";
import { fault } from "./faults.ts";

const STARTS: Record<string, Buffer> = {
  "image/png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  "image/jpeg": Buffer.from([0xff, 0xd8, 0xff]),
};

function find(c: Ctx): Unit {
  const u = units.get(c.params.unitId!);
  if (!u || u.owner !== c.manager) throw notFound("unit");
  return u;
}

export async function uploadUnitPhoto(c: Ctx): Promise<Reply> {
  const k = readConditions(c);
  const u = find(c);
  const limit = fault("photo-limit") ? PHOTO_LIMIT - 1 : PHOTO_LIMIT;
  const { type, bytes } = await readBytes(c, Object.keys(STARTS), limit);
  const start = STARTS[type]!;
  if (!bytes.subarray(0, start.length).equals(start)) refuse("", `the bytes are not ${type}`);
  if (!units.has(u.id)) throw notFound("unit");
  const old = photos.get(u.id);
  evaluate(c, k, old ? old.tag : null);
  const tag = fault("photo-etag-by-size")
    ? tagOf(`${type} ${bytes.length}`)
    : tagOf(Buffer.concat([Buffer.from(type), bytes]));
  photos.set(u.id, { type: fault("photo-type-kept") && old ? old.type : type, bytes, tag });
  if (old) return { status: 204, headers: { ETag: tag } };
  return { status: 201, headers: { ETag: tag, Location: `${BASE}/units/${u.id}/photo` } };
}

export async function downloadUnitPhoto(c: Ctx): Promise<Reply> {
  const k = readConditions(c);
  const u = find(c);
  const photo = photos.get(u.id);
  if (!photo) throw notFound("photo");
  const headers: Record<string, string> = { ETag: photo.tag, "Cache-Control": "private, no-cache" };
  if (evaluate(c, k, photo.tag)) return { status: 304, headers };
  return { status: 200, headers, bytes: photo.bytes, type: photo.type };
}
