import { createHash } from "node:crypto";
import { faulty } from "./faults.ts";
import { answerRead, bytesOf, mediaTypeOf, preconditionsHold, Problem } from "./http.ts";
import type { Answer, Call } from "./http.ts";
import { change, labels, now, parcels, tagOf } from "./store.ts";

const extensions: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/png": "png",
};

export function uploadLabel(call: Call): Answer {
  const [id = ""] = call.places;
  const parcel = parcels.get(call.account, id);
  const bytes = bytesOf(call, Object.keys(extensions));
  if (bytes.length === 0) throw new Problem(422, "The label is empty.");
  const before = labels.get(id);
  preconditionsHold(call, before === undefined ? undefined : tagOf(before));
  const label = {
    // Decoding and encoding again replaces what is no UTF-8.
    bytes: faulty("label-as-text") ? Buffer.from(bytes.toString()) : bytes,
    contentType: mediaTypeOf(call),
    uploadedAt: now(),
    version: (before?.version ?? 0) + 1,
  };
  labels.set(id, label);
  change(parcel, { ...parcel.value, hasLabel: !faulty("label-not-noted"), updatedAt: now() });
  return {
    status: before === undefined ? 201 : 200,
    headers: { ETag: tagOf(label) },
    json: {
      contentType: label.contentType,
      size: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      uploadedAt: label.uploadedAt,
    },
  };
}

export function downloadLabel(call: Call): Answer {
  const [id = ""] = call.places;
  parcels.get(call.account, id);
  const label = labels.get(id);
  if (label === undefined) throw new Problem(404, "The parcel has no label.");
  const extension = extensions[label.contentType] ?? "bin";
  return answerRead(call, tagOf(label), {
    status: 200,
    headers: {
      "Content-Type": faulty("label-always-pdf") ? "application/pdf" : label.contentType,
      "Content-Disposition": `attachment; filename="${id}.${extension}"`,
    },
    bytes: label.bytes,
  });
}
