import { nextId, type Library, type Reservation } from "./data.ts";
import { now } from "./dates.ts";
import { on } from "./faults.ts";
import { jsonBody, type Answer, type Ctx } from "./http.ts";
import { cardSpec } from "./members.ts";
import { conflict, invalid } from "./problem.ts";
import { choice, pageOf, pagingOf, parseQuery } from "./query.ts";
import { isOpen, waitingFor } from "./queue.ts";
import { findTitle } from "./titles.ts";
import { checkBody, type Fields } from "./validate.ts";

const fields: Fields = {
  card_number: { ...cardSpec, required: true },
  note: { type: "string", max: 500 },
};

function reservationView(lib: Library, r: Reservation): Record<string, unknown> {
  const { initial_position, ...rest } = r;
  const current = waitingFor(lib, r.title_id).indexOf(r) + 1;
  const position = on("reservation-position-stale") ? initial_position : current;
  return { ...rest, position: r.status === "waiting" ? position : null };
}

export function listReservations(ctx: Ctx): Answer {
  const query = parseQuery(ctx);
  const paging = pagingOf(query);
  const status = choice(query, "status", ["waiting", "ready", "fulfilled"]);
  const title = findTitle(ctx);
  let found = ctx.lib.reservations.filter((r) => r.title_id === title.id);
  if (status !== undefined) found = found.filter((r) => r.status === status);
  return pageOf(ctx, paging, found, (r) => reservationView(ctx.lib, r));
}

export async function createReservation(ctx: Ctx): Promise<Answer> {
  findTitle(ctx);
  const body = checkBody(await jsonBody(ctx), fields) as Pick<Reservation, "card_number"> &
    Partial<Reservation>;
  const title = findTitle(ctx);
  const { lib } = ctx;
  const member = lib.members.get(body.card_number);
  if (!member) throw invalid([{ pointer: "/card_number", message: "there is no such member" }]);
  if (member.status === "suspended") throw conflict("member-suspended", "The member is suspended.");
  const mine = lib.reservations.some(
    (r) => r.title_id === title.id && r.card_number === member.card_number && isOpen(r),
  );
  if (mine && !on("reserve-twice"))
    throw conflict("already-reserved", "The member has reserved the title already.");
  if (title.copies.some((c) => c.status === "available"))
    throw conflict("copy-available", "A copy is available: borrow it.");
  const reservation: Reservation = {
    id: nextId("R"),
    title_id: title.id,
    card_number: member.card_number,
    status: "waiting",
    held_barcode: null,
    note: body.note ?? "",
    created_at: now(),
    initial_position: waitingFor(lib, title.id).length + 1,
  };
  lib.reservations.push(reservation);
  return { status: 201, body: reservationView(lib, reservation) };
}
