import { shelfId } from "./library-ids.ts";
import { anything, format, listOf, longText, oneOf, orNull, text, whole } from "./schema.ts";

export const time = format("date-time");
export const uuid = format("uuid");

export const shelf = {
  shelf_id: uuid,
  name: text,
  "note?": text,
  "place?": anything,
  labels: listOf(text),
  room: longText,
  created_by: text,
  created_at: time,
  updated_at: time,
};
export const book = {
  id: text,
  shelf_id: uuid,
  title: text,
  "pages?": whole,
  "language?": oneOf("en", "pt"),
};
export const job = {
  job_id: whole,
  shelf_id: uuid,
  status: oneOf("QUEUED", "RUNNING", "SUCCEEDED", "CANCELLED"),
  book_ids: listOf(text),
  "output?": anything,
  created_at: time,
  started_at: orNull(time),
  "ended_at?": time,
};
export const queuedJob = { ...job, queue: longText };
export const note = { id: whole, text };
export const event = { event_id: uuid, job_id: whole, type: text, payload: anything, at: whole };
export const file = {
  name: text,
  shelf_id: uuid,
  size: whole,
  updated_at: time,
  "contents?": anything,
};

export const at = "2024-12-01T08:00:00Z";
export const shelfExample = {
  shelf_id: shelfId,
  name: "Travel",
  note: "By the window.",
  labels: ["maps"],
  room: "East",
  created_by: "ines",
  created_at: at,
  updated_at: at,
};
export const bookExample = { id: "bok_x81b22f0", shelf_id: shelfId, title: "Lisbon", pages: 120 };
export const jobExample = {
  job_id: 7,
  shelf_id: shelfId,
  status: "QUEUED",
  book_ids: ["bok_x81b22f0"],
  created_at: at,
  started_at: null,
};
export const queuedExample = { ...jobExample, queue: "default" };
export const eventExamples = ["job.started", "job.page", "job.ended"].map((type, index) => ({
  event_id: `8f0f9d3e-93ec-4b1c-8f0e-00000000000${index}`,
  job_id: 7,
  type,
  payload: { page: index },
  at: 1733040000 + index,
}));
export const fileExample = { name: "lisbon.md", shelf_id: shelfId, size: 12, updated_at: at };
