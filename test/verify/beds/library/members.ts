import type { Library, Member } from "./data.ts";
import { now } from "./dates.ts";
import { on } from "./faults.ts";
import { jsonBody, readHeaders, type Answer, type Ctx } from "./http.ts";
import { badParameter, conflict, notFound } from "./problem.ts";
import { checkBody, type Fields } from "./validate.ts";

type MemberPut = Pick<Member, "name" | "email"> & Partial<Member>;

export const cardPattern = /^[A-Z0-9][A-Z0-9 /+-]{0,23}$/;
export const cardSpec = { type: "string", pattern: cardPattern } as const;
const fields: Fields = {
  name: { type: "string", required: true, min: 1, max: 100 },
  email: { type: "string", required: true, max: 254, pattern: /^[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+$/ },
  phone: { type: "string", min: 1, max: 40, nullable: true },
  address: {
    type: "object",
    nullable: true,
    fields: {
      street: { type: "string", required: true, max: 200 },
      postcode: { type: "string", required: true, max: 20 },
      city: { type: "string", required: true, max: 100 },
    },
  },
  status: { type: "string", values: ["active", "suspended"] },
  notes: { type: "string", max: 2000 },
};

export function owedCents(lib: Library, card: string): number {
  let sum = 0;
  for (const loan of lib.loans.values()) {
    if (loan.card_number === card && loan.fine)
      sum += loan.fine.amount_cents - loan.fine.paid_cents;
  }
  return sum;
}

export const openLoans = (lib: Library, card: string): number =>
  [...lib.loans.values()].filter((l) => l.card_number === card && l.returned_on === null).length;

function memberView(lib: Library, member: Member): Record<string, unknown> {
  let owed = owedCents(lib, member.card_number);
  if (on("member-owed-ignores-payments")) {
    for (const loan of lib.loans.values())
      if (loan.card_number === member.card_number) owed += loan.fine?.paid_cents ?? 0;
  }
  return { ...member, open_loans: openLoans(lib, member.card_number), owed_cents: owed };
}

function cardParam(ctx: Ctx): string {
  const card = ctx.params.card_number!;
  if (!cardPattern.test(card))
    throw badParameter("card_number", `must match ${cardPattern.source}`);
  return card;
}

export function getMember(ctx: Ctx): Answer {
  let card = cardParam(ctx);
  if (on("member-card-plus-as-space")) card = card.replaceAll("+", " ");
  const member = ctx.lib.members.get(card);
  if (!member) throw notFound("member");
  return { status: 200, headers: readHeaders, body: memberView(ctx.lib, member) };
}

export async function putMember(ctx: Ctx): Promise<Answer> {
  const card = cardParam(ctx);
  const body = checkBody(await jsonBody(ctx), fields) as MemberPut;
  const same = (a: string, b: string): boolean =>
    on("member-email-case") ? a === b : a.toLowerCase() === b.toLowerCase();
  for (const other of ctx.lib.members.values()) {
    if (other.card_number !== card && same(other.email, body.email))
      throw conflict("email-taken", "Another member has this e-mail address.");
  }
  const old = ctx.lib.members.get(card);
  const kept: Partial<Member> = on("member-keeps-omitted") ? (old ?? {}) : {};
  const member: Member = {
    card_number: card,
    name: body.name,
    email: body.email,
    phone: body.phone ?? (body.phone === null ? null : (kept.phone ?? null)),
    address: body.address ?? (body.address === null ? null : (kept.address ?? null)),
    status: body.status ?? kept.status ?? "active",
    notes: body.notes ?? kept.notes ?? "",
    created_at: old?.created_at ?? now(),
  };
  ctx.lib.members.set(card, member);
  return { status: old ? 200 : 201, body: memberView(ctx.lib, member) };
}
