import { conditions, etagOf } from "./conditions.ts";
import { nextId, type Copy, type Library, type Title } from "./data.ts";
import { now } from "./dates.ts";
import { on, roundTrip } from "./faults.ts";
import {
  base,
  jsonBody,
  readHeaders,
  readJson,
  requireType,
  type Answer,
  type Ctx,
} from "./http.ts";
import { conflict, notFound, Problem } from "./problem.ts";
import { giveToQueue, isOpen } from "./queue.ts";
import { checkBody, type Fields } from "./validate.ts";
import { coverView } from "./cover.ts";
import { libraries } from "./seed.ts";

type TitleCreate = Pick<Title, "kind" | "name"> & Partial<Title>;
type CopyCreate = Pick<Copy, "barcode"> & Partial<Copy>;

export const kinds = ["book", "tool"] as const;
export const tagSpec = { type: "string", min: 1, max: 30 } as const;
const editable = {
  kind: { type: "string", values: kinds },
  name: { type: "string", min: 1, max: 200 },
  author: { type: "string", max: 200, nullable: true },
  description: { type: "string", max: 4000 },
  tags: { type: "array", max: 10, unique: true, items: tagSpec },
  year: { type: "integer", min: -9999, max: 9999, nullable: true },
  value_cents: { type: "integer", min: 0, max: 1_000_000_000_000 },
} satisfies Fields;
const creation: Fields = {
  ...editable,
  kind: { ...editable.kind, required: true },
  name: { ...editable.name, required: true },
};
const patchable: Fields = on("patch-bounds-unchecked")
  ? { ...editable, value_cents: { type: "integer" } }
  : editable;
const copyFields: Fields = {
  barcode: { type: "string", required: true, pattern: /^[A-Z0-9][A-Z0-9-]{2,19}$/ },
  condition: { type: "string", values: ["new", "good", "worn"] },
};

export function findTitle(ctx: Ctx): Title {
  const title = ctx.lib.titles.get(ctx.params.title_id!);
  if (!title) throw notFound("title");
  return title;
}

export function titleView(lib: Library, title: Title): Record<string, unknown> {
  return {
    id: title.id,
    kind: title.kind,
    name: title.name,
    author: title.author,
    description: title.description,
    tags: title.tags,
    year: title.year,
    value_cents: title.value_cents,
    copies: title.copies,
    available_copies: title.copies.filter((c) => c.status === "available").length,
    reservation_count: lib.reservations.filter((r) => r.title_id === title.id && isOpen(r)).length,
    cover: title.cover && coverView(title.cover),
    created_at: title.created_at,
    updated_at: title.updated_at,
  };
}

export async function createTitle(ctx: Ctx): Promise<Answer> {
  const body = checkBody(await jsonBody(ctx), creation) as TitleCreate;
  const at = now();
  const title: Title = {
    id: nextId("T"),
    kind: body.kind,
    name: body.name,
    author: body.author ?? null,
    description: body.description ?? "",
    tags: body.tags ?? [],
    year: body.year ?? null,
    value_cents: body.value_cents ?? 0,
    copies: [],
    cover: null,
    created_at: at,
    updated_at: at,
  };
  ctx.lib.titles.set(title.id, title);
  const view = titleView(ctx.lib, title);
  const location = on("title-location-without-base")
    ? `/titles/${title.id}`
    : `${base}/titles/${title.id}`;
  return { status: 201, headers: { Location: location, ETag: etagOf(view) }, body: view };
}

export function getTitle(ctx: Ctx): Answer {
  const view = titleView(ctx.lib, findTitle(ctx));
  const etag = etagOf(view);
  const headers = { ...readHeaders, ETag: etag };
  if (conditions(ctx, etag)) return { status: 304, headers };
  return { status: 200, headers, body: view };
}

export async function updateTitle(ctx: Ctx): Promise<Answer> {
  const first = findTitle(ctx);
  requireType(ctx, "application/merge-patch+json");
  if (ctx.req.headers["if-match"] === undefined) {
    throw new Problem(428, "precondition-required", "If-Match is required.");
  }
  conditions(ctx, etagOf(titleView(ctx.lib, first)));
  const body = checkBody(await readJson(ctx), patchable);
  // The body took time to arrive: look again, and write without a pause.
  const title = findTitle(ctx);
  const before = etagOf(titleView(ctx.lib, title));
  conditions(ctx, before);
  if (on("patch-lost-update")) await roundTrip();
  for (const [key, value] of Object.entries(body)) {
    if (on("patch-null-author-ignored") && key === "author" && value === null) continue;
    (title as Record<string, unknown>)[key] = value;
  }
  title.updated_at = now();
  const view = titleView(ctx.lib, title);
  return {
    status: 200,
    headers: { ETag: on("patch-etag-of-before") ? before : etagOf(view) },
    body: view,
  };
}

export function deleteTitle(ctx: Ctx): Answer {
  const title = findTitle(ctx);
  const lib = ctx.lib;
  if (!on("delete-if-match-ignored")) conditions(ctx, etagOf(titleView(lib, title)));
  if (title.copies.some((c) => c.status === "on_loan") && !on("delete-with-open-loan")) {
    throw conflict("title-on-loan", "A copy of the title is on loan.");
  }
  lib.titles.delete(title.id);
  for (const copy of title.copies) {
    if (!on("delete-leaves-barcodes")) lib.barcodes.delete(copy.barcode);
  }
  lib.reservations = lib.reservations.filter((r) => r.title_id !== title.id);
  for (const loan of lib.loans.values()) {
    if (loan.title_id === title.id && !on("delete-leaves-title-id")) loan.title_id = null;
  }
  return { status: 204 };
}

export async function addCopy(ctx: Ctx): Promise<Answer> {
  findTitle(ctx);
  const body = checkBody(await jsonBody(ctx), copyFields) as CopyCreate;
  const title = findTitle(ctx);
  const taken =
    ctx.lib.barcodes.has(body.barcode) ||
    (on("copy-barcode-global") && libraries.some((l) => l.barcodes.has(body.barcode)));
  if (taken) throw conflict("barcode-taken", "Another copy has this barcode.");
  ctx.lib.barcodes.set(body.barcode, title.id);
  const number = title.copies.length + 1;
  if (on("copy-number-race")) await roundTrip();
  const copy: Copy = {
    barcode: body.barcode,
    number,
    condition: body.condition ?? "good",
    status: "available",
  };
  title.copies.push(copy);
  giveToQueue(ctx.lib, title, copy);
  return { status: 201, body: copy };
}
