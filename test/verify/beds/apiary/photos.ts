import { faulty } from "./faults.ts";
import { hiveOf, requireOpen } from "./hives.ts";
import { notFound, Problem } from "./problems.ts";
import { mediaType, requireSize, requireType, type Answer, type Call } from "./requests.ts";
import { hives, photos } from "./store.ts";

export const photoLimit = 262_144;

export function putPhoto(call: Call): Answer {
  const hive = hiveOf(call, call.parameters["hiveId"]);
  requireType(call, ["image/jpeg", "image/png"]);
  requireSize(call, faulty("photo-limit-exclusive") ? photoLimit - 1 : photoLimit);
  if (call.bytes.length === 0)
    throw new Problem(400, "malformed_body", "A photo has at least one byte.");
  requireOpen(hive);
  const isNew = !photos.has(hive.id);
  const type = faulty("photo-always-jpeg") ? "image/jpeg" : mediaType(call);
  photos.set(hive.id, { type, bytes: call.bytes });
  return { status: isNew ? 201 : 204 };
}

export function getPhoto(call: Call): Answer {
  const id = call.parameters["hiveId"] ?? "";
  const hive = faulty("photo-of-others") ? hives.get(id) : hiveOf(call, id);
  const photo = photos.get(hive?.id ?? "");
  if (photo === undefined) throw notFound("photo");
  return { status: 200, headers: { "Content-Type": photo.type }, bytes: photo.bytes };
}
