import { createHash } from "node:crypto";
import { text } from "./check.ts";
import { fault } from "./faults.ts";
import { notFound, type Answer, type Call } from "./http.ts";
import { required } from "./parameters.ts";
import { patientOf } from "./patients.ts";
import { documents, newId, type Document, type DocumentRecord } from "./store.ts";

function received({ body, type }: Call): Buffer {
  if (fault("line-ends-rewritten") && type === "text/plain")
    return Buffer.from(body.toString("latin1").replace(/\r\n/g, "\n"), "latin1");
  return body;
}

export function uploadDocument(call: Call): Answer {
  const { patient } = patientOf(call);
  const title = required(call, "title", text(1, 120));
  const bytes = received(call);
  const document: Document = {
    id: newId("doc"),
    patientId: patient.id,
    title,
    mediaType: call.type,
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    uploadedAt: new Date().toISOString(),
  };
  documents.set(document.id, { practice: call.practice, document, bytes });
  return { status: 201, headers: { Location: `/documents/${document.id}` }, json: document };
}

function documentOf(call: Call): DocumentRecord {
  const record = documents.get(call.path["documentId"] ?? "");
  if (record?.practice !== call.practice) throw notFound("document");
  return record;
}

export function getDocument(call: Call): Answer {
  return { status: 200, json: documentOf(call).document };
}

/** A file name for Content-Disposition (RFC 8187). */
const encoded = (title: string): string =>
  encodeURIComponent(title).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export function downloadDocument(call: Call): Answer {
  const { document, bytes } = documentOf(call);
  return {
    status: 200,
    headers: {
      "Content-Type": fault("download-untyped") ? "application/octet-stream" : document.mediaType,
      "Content-Disposition": `attachment; filename*=UTF-8''${encoded(document.title)}`,
      "Cache-Control": "private, no-cache",
    },
    bytes: fault("download-through-text") ? Buffer.from(bytes.toString()) : bytes,
  };
}
