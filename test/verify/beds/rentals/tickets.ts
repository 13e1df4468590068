// Maintenance tickets.
import {
  Problem,
  enumParam,
  fold,
  intParam,
  listParam,
  badParameter,
  notFound,
  now,
  one,
  readJson,
} from "./lib.ts";
import type { Ctx, Reply } from "./lib.ts";
import { newId, settings, tickets, units } from "./store.ts";
import type { Ticket } from "./store.ts";
import { check, choice, may, need, nullable, object, refuse, text } from "./validate.ts";
import { fault } from "./faults.ts";

const PRIORITIES = ["urgent", "high", "normal", "low"];
const STATUSES = ["open", "assigned", "resolved", "closed"];
const openRule = object({
  title: need(text(1, 120)),
  description: may(nullable(text(0, 4000))),
  priority: may(choice(...PRIORITIES)),
});
const moveRule = object({ assignee: may(text(1, 60)), text: may(text(1, 2000)) });

function view(t: Ticket) {
  const { owner, ...shown } = t;
  return { ...shown, comments: t.comments };
}

export async function openTicket(c: Ctx): Promise<Reply> {
  const u = units.get(c.params.unitId!);
  if (!u || u.owner !== c.manager) throw notFound("unit");
  const b = check<{ title: string; description?: string | null; priority?: string }>(
    await readJson(c),
    openRule,
  );
  if (!units.has(u.id)) throw notFound("unit");
  const assignee = settings.get(c.manager)!.defaultAssignee;
  const t: Ticket = {
    id: newId("tic"),
    owner: c.manager,
    unitId: u.id,
    propertyId: u.propertyId,
    title: b.title,
    description: b.description ?? null,
    priority: b.priority ?? "normal",
    status: assignee === null || fault("ticket-default-assignee-open") ? "open" : "assigned",
    assignee,
    comments: [],
    openedAt: now(),
    resolvedAt: null,
    closedAt: null,
  };
  tickets.set(t.id, t);
  return { status: 201, json: view(t) };
}

export async function listTickets(c: Ctx): Promise<Reply> {
  const status = listParam(c, "status", STATUSES);
  const priority = enumParam(c, "priority", PRIORITIES);
  const unitId = one(c, "unitId");
  const q = one(c, "q");
  if (q !== undefined && (q === "" || [...q].length > 100))
    throw badParameter("q", "q has 1 to 100 characters.");
  const order = enumParam(c, "order", ["priority", "oldest", "newest"]) ?? "priority";
  const limit = intParam(c, "limit", 1, 100, 25);
  const offset = intParam(c, "offset", 0, 1000000, 0);
  const all = [...tickets.values()].filter(
    (t) =>
      t.owner === c.manager &&
      (!status || status.includes(t.status)) &&
      (priority === undefined || t.priority === priority) &&
      (unitId === undefined || t.unitId === unitId) &&
      (q === undefined || fold(t.title).includes(fold(q))),
  );
  if (order === "priority") {
    if (fault("tickets-priority-alphabetical"))
      all.sort((a, b) => (a.priority < b.priority ? -1 : a.priority > b.priority ? 1 : 0));
    else all.sort((a, b) => PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority));
  }
  if (order === "newest") all.reverse();
  const items = all.slice(offset, offset + limit).map(view);
  const total = fault("tickets-total-of-page") ? items.length : all.length;
  return { status: 200, json: { items, total, limit, offset } };
}

export async function moveTicket(c: Ctx): Promise<Reply> {
  const t = tickets.get(c.params.ticketId!);
  if (!t || t.owner !== c.manager) throw notFound("ticket");
  const action = c.params.action;
  const b = check<{ assignee?: string; text?: string }>(await readJson(c), moveRule);
  if (action === "assign" && b.assignee === undefined) refuse("/assignee", "is missing");
  if (action !== "assign" && b.assignee !== undefined)
    refuse("/assignee", "belongs to assign only");
  if (action === "comment" && b.text === undefined) refuse("/text", "is missing");
  if (!tickets.has(t.id)) throw notFound("ticket");
  const from: Record<string, string[]> = {
    assign: ["open", "assigned"],
    resolve: ["assigned"],
    close: ["resolved"],
    comment: fault("ticket-comment-after-close") ? STATUSES : ["open", "assigned", "resolved"],
  };
  if (!from[action!]!.includes(t.status))
    throw new Problem("ticket-state", `The ticket is ${t.status}.`);
  const at = now();
  if (action === "assign") {
    t.status = "assigned";
    t.assignee = b.assignee!;
  }
  if (action === "resolve") {
    t.status = "resolved";
    t.resolvedAt = at;
  }
  if (action === "close") {
    t.status = "closed";
    t.closedAt = at;
  }
  if (b.text !== undefined && !(fault("ticket-resolve-text-lost") && action === "resolve")) {
    t.comments.push({ author: c.manager, text: b.text, writtenAt: at });
  }
  return { status: 200, json: view(t) };
}
