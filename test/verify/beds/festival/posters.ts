import { createHash } from "node:crypto";
import type { Request, Response } from "express";
import { faulty } from "./faults.ts";
import { filmOf } from "./films.ts";
import { Problem } from "./problems.ts";
import { acceptedType, bytesOf, isKnown, signedIn } from "./requests.ts";
import { films, posters } from "./store.ts";

export function uploadPoster(request: Request, response: Response): void {
  const film = filmOf(request.params["filmId"], signedIn(request));
  const type = acceptedType(request, ["image/png", "image/jpeg"]);
  const bytes = bytesOf(request);
  if (bytes.length === 0) throw new Problem(422, "The poster is empty.");
  const kept = faulty("poster-as-text") ? Buffer.from(bytes.toString()) : bytes;
  posters.set(film.id, { type, bytes: kept });
  film.version += 1;
  response.status(204).end();
}

export function downloadPoster(request: Request, response: Response): void {
  const user = signedIn(request);
  const id = String(request.params["filmId"]);
  if (!(faulty("poster-of-others") && films.has(id))) filmOf(id, user);
  const poster = posters.get(id);
  if (poster === undefined) throw new Problem(404, "The film has no poster.");
  const tag = `"${createHash("sha256").update(poster.type).update(poster.bytes).digest("hex")}"`;
  response.set({
    ETag: tag,
    "Content-Type": faulty("poster-always-png") ? "image/png" : poster.type,
  });
  if (faulty("poster-never-unmodified")) {
    response.set("Content-Length", String(poster.bytes.length));
    response.end(poster.bytes);
  } else if (isKnown(request, tag)) {
    response.removeHeader("Content-Type");
    response.status(304).end();
  } else response.send(poster.bytes);
}
