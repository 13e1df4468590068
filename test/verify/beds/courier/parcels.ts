import { setTimeout as pause } from "node:timers/promises";
import { parcelBody, parcelPatchBody } from "./bodies.ts";
import { accepted, choice, text } from "./checks.ts";
import { faulty } from "./faults.ts";
import { answerRead, jsonOf, preconditionsHold, Problem } from "./http.ts";
import type { Answer, Call } from "./http.ts";
import { pageOf, pageRequest, Query } from "./pages.ts";
import type { Order } from "./pages.ts";
import { statuses } from "./records.ts";
import type { Parcel, ParcelInput, ParcelPatch, Recipient } from "./records.ts";
import { change, events, now, parcels, senders, tagOf } from "./store.ts";

const orders: Readonly<Record<string, Order<Parcel>["key"]>> = {
  createdAt: (parcel) => Date.parse(parcel.createdAt),
  weightGrams: (parcel) => parcel.weightGrams,
  clientReference: (parcel) => parcel.clientReference,
};
const sorts = Object.keys(orders).flatMap((name) => [name, `-${name}`]);

function orderOf(sort: string): Order<Parcel> {
  const name = sort.replace(/^-/, "");
  return {
    name: `parcels ${sort}`,
    descending:
      sort.startsWith("-") && !(faulty("parcels-weight-ascending") && name === "weightGrams"),
    key: orders[name] ?? (() => 0),
  };
}

export function listParcels(call: Call): Answer {
  const query = new Query(call);
  const named = query.all("status", choice(statuses));
  const wanted = faulty("parcels-one-status-only") ? named.slice(-1) : named;
  const senderId = query.one("senderId", text({ max: 40 }));
  const reference = query.one("clientReference", text({ min: 1, max: 40 }));
  const from = query.instant("createdFrom") ?? 0;
  const sort = query.one("sort", choice(sorts)) ?? "-createdAt";
  const request = pageRequest(query);
  query.verify();
  const visible =
    faulty("parcels-of-all-by-reference") && reference !== undefined
      ? parcels.all()
      : parcels.of(call.account);
  const found = visible
    .filter(({ value }) => wanted.length === 0 || wanted.includes(value.status))
    .filter(({ value }) => senderId === undefined || value.senderId === senderId)
    .filter(({ value }) => reference === undefined || value.clientReference === reference)
    .filter(({ value }) => Date.parse(value.createdAt) >= from);
  const page = pageOf(found, orderOf(sort), request);
  return { status: 200, json: page };
}

/** Throws 409 where a parcel of the account has the reference. */
function claimReference(account: string, reference: string): void {
  if (parcels.of(account).some(({ value }) => value.clientReference === reference))
    throw new Problem(409, "A parcel of the account has this client reference.");
}

export async function createParcel(call: Call): Promise<Answer> {
  const body = accepted<ParcelInput>(parcelBody, jsonOf(call));
  const sender = senders.of(call.account).find(({ value }) => value.id === body.senderId);
  if (sender === undefined)
    throw new Problem(422, "The sender is not known.", {
      issues: [{ at: "/senderId", message: "is no sender of the account" }],
    });
  claimReference(call.account, body.clientReference);
  if (faulty("parcel-reference-race")) await pause(30);
  const declared = body.declaredValueCents ?? 0;
  const at = now();
  const kept = parcels.add(call.account, {
    ...body,
    id: parcels.newId(),
    status: "created",
    service: body.service ?? sender.value.defaultService,
    declaredValueCents: faulty("parcel-value-32-bit") ? declared | 0 : declared,
    tags: body.tags ?? [],
    note: body.note ?? null,
    hasLabel: false,
    createdAt: at,
    updatedAt: at,
  });
  const { value } = kept;
  events.add(call.account, {
    id: events.newId(),
    parcelId: value.id,
    kind: "created",
    occurredAt: at,
  });
  return {
    status: 201,
    headers: { Location: `/parcels/${value.id}`, ETag: tagOf(kept) },
    json: value,
  };
}

/** What was answered of parcels lately. */
const remembered = new Map<string, { readonly until: number; readonly parcel: Parcel }>();

export function getParcel(call: Call): Answer {
  const [id = ""] = call.places;
  const kept = parcels.get(call.account, id);
  if (!faulty("parcel-cached"))
    return answerRead(call, tagOf(kept), { status: 200, json: kept.value });
  const known = remembered.get(id);
  const fresh = known !== undefined && known.until > Date.now();
  const parcel = fresh ? known.parcel : kept.value;
  if (!fresh) remembered.set(id, { until: Date.now() + 3000, parcel });
  return answerRead(call, tagOf(kept), { status: 200, json: parcel });
}

/** The recipient after a merge patch. */
function patchedRecipient(before: Recipient, patch: ParcelPatch["recipient"]): Recipient {
  const merged =
    faulty("patch-replaces-recipient") && patch !== undefined ? patch : { ...before, ...patch };
  const { email, ...rest } = merged;
  const recipient = email === null || email === undefined ? rest : { ...rest, email };
  // The check has refused null for all members but the email address.
  return (faulty("patch-stores-null") ? merged : recipient) as Recipient;
}

export async function updateParcel(call: Call): Promise<Answer> {
  const [id = ""] = call.places;
  const kept = parcels.get(call.account, id);
  const { recipient, ...patch } = accepted<ParcelPatch>(
    parcelPatchBody,
    jsonOf(call, "application/merge-patch+json"),
  );
  preconditionsHold(call, tagOf(kept));
  if (kept.value.status !== "created")
    throw new Problem(409, "Parcels are changed until they are handed over.");
  if (faulty("patch-race")) await pause(30);
  change(kept, {
    ...kept.value,
    ...patch,
    recipient: patchedRecipient(kept.value.recipient, recipient),
    updatedAt: now(),
  });
  return { status: 200, headers: { ETag: tagOf(kept) }, json: kept.value };
}
