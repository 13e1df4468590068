import { createHash } from "node:crypto";
import { isFault } from "./faults.ts";
import { readTagged } from "./call.ts";
import type { Answer, Call } from "./call.ts";
import { meetConditions, tagOf } from "./conditions.ts";
import { now } from "./dates.ts";
import { isAccepted, parseMediaType } from "./media-types.ts";
import { ownPlant } from "./plants.ts";
import { badRequest, conflict, invalid, notAcceptable, notFound } from "./refusals.ts";
import { photos } from "./store.ts";
import type { Photo } from "./store.ts";

const namePattern = /^[A-Za-z0-9][^\u0000-\u001f\u007f]{0,59}$/u;
const most = 4;

export function getPhoto(call: Call): Answer {
  const { plantId = "", fileName = "" } = call.path;
  const photo = photos.get(plantId)?.get(fileName);
  if (photo?.owner !== call.user) throw notFound("photo");
  if (!isAccepted(call.header("accept"), photo.media_type)) throw notAcceptable();
  const { body, ...answer } = readTagged(call, undefined, tagOf(photo.bytes));
  return answer.status === 304
    ? answer
    : { ...answer, content: { type: photo.media_type, bytes: photo.bytes } };
}

/** A photo as callers see it beside its bytes. */
function shownPhoto({ name, media_type, size, sha256, uploaded_at }: Photo): object {
  return { name, media_type, size, sha256, uploaded_at };
}

export function putPhoto(call: Call): Answer {
  const plant = ownPlant(call);
  const name = call.path.fileName ?? "";
  if (!namePattern.test(name)) throw badRequest("A file name begins with a letter or digit.");
  const album = photos.get(plant.id) ?? new Map<string, Photo>();
  const current = album.get(name);
  meetConditions(call, current && tagOf(current.bytes));
  if (call.bytes.length === 0) throw invalid([{ field: "", problem: "must not be empty" }]);
  if (current === undefined && album.size >= most)
    throw conflict(`A plant has at most ${most} photos.`);
  const type = parseMediaType(call.header("content-type") ?? "")?.essence ?? "";
  const photo: Photo = {
    plant_id: plant.id,
    owner: plant.owner,
    name,
    media_type: current !== undefined && isFault("photo-type-kept") ? current.media_type : type,
    bytes: isFault("photo-through-text") ? Buffer.from(call.bytes.toString("utf8")) : call.bytes,
    sha256: createHash("sha256").update(call.bytes).digest("hex"),
    size: call.bytes.length,
    uploaded_at: now(),
  };
  album.set(name, photo);
  photos.set(plant.id, album);
  if (current === undefined) plant.updated_at = photo.uploaded_at;
  return {
    status: current === undefined || isFault("photo-replaced-as-created") ? 201 : 200,
    headers: { ETag: tagOf(photo.bytes) },
    body: shownPhoto(photo),
  };
}
