import { accepted } from "./checks.ts";
import { addressBody, senderBody } from "./bodies.ts";
import { faulty } from "./faults.ts";
import { answerRead, jsonOf, preconditionsHold, Problem } from "./http.ts";
import type { Answer, Call } from "./http.ts";
import { pageOf, pageRequest, Query } from "./pages.ts";
import type { Address, AddressInput, SenderInput } from "./records.ts";
import { addresses, change, now, senders, tagOf } from "./store.ts";

/** Throws 409 where another sender of the account has the code. */
function claimCode(account: string, code: string, id?: string): void {
  const taken = senders.of(account).some(({ value }) => value.code === code && value.id !== id);
  if (taken) throw new Problem(409, "Another sender of the account has this code.");
}

export function createSender(call: Call): Answer {
  const body = accepted<SenderInput>(senderBody, jsonOf(call));
  claimCode(call.account, body.code);
  const notes = body.notes ?? null;
  const at = now();
  const kept = senders.add(call.account, {
    ...body,
    id: senders.newId(),
    notes: faulty("sender-notes-trimmed") ? (notes?.trim() ?? null) : notes,
    createdAt: at,
    updatedAt: at,
  });
  const place = faulty("sender-location-wrong") ? "/sender/" : "/senders/";
  return {
    status: 201,
    headers: { Location: `${place}${kept.value.id}`, ETag: tagOf(kept) },
    json: kept.value,
  };
}

export function getSender(call: Call): Answer {
  const [id = ""] = call.places;
  const kept = faulty("sender-read-by-others")
    ? (senders.peek(id) ?? senders.get(call.account, id))
    : senders.get(call.account, id);
  return answerRead(call, tagOf(kept), { status: 200, json: kept.value });
}

export function replaceSender(call: Call): Answer {
  const [id = ""] = call.places;
  const kept = senders.get(call.account, id);
  const body = accepted<SenderInput>(senderBody, jsonOf(call));
  if (call.headers["if-match"] === undefined)
    throw new Problem(428, "If-Match has to say which version is replaced.");
  if (!faulty("replace-stale-accepted")) preconditionsHold(call, tagOf(kept));
  if (!faulty("replace-takes-code")) claimCode(call.account, body.code, id);
  const { createdAt } = kept.value;
  const omitted = faulty("replace-keeps-omitted") ? kept.value : {};
  change(kept, { ...omitted, ...body, id, notes: body.notes ?? null, createdAt, updatedAt: now() });
  return {
    status: 200,
    headers: { ETag: tagOf(kept) },
    json: kept.value,
  };
}

export function addAddress(call: Call): Answer {
  const [senderId = ""] = call.places;
  senders.get(call.account, senderId);
  const body = accepted<AddressInput>(addressBody, jsonOf(call));
  const address: Address = { ...body, id: addresses.newId(), senderId };
  const { position, ...rest } = address;
  const unplaced = position?.latitude === 0 || position?.longitude === 0;
  const stored = faulty("address-zero-position-lost") && unplaced ? rest : address;
  return { status: 201, json: addresses.add(call.account, stored).value };
}

export function listAddresses(call: Call): Answer {
  const [senderId = ""] = call.places;
  senders.get(call.account, senderId);
  const query = new Query(call);
  const request = pageRequest(query);
  query.verify();
  const found = addresses.of(call.account).filter(({ value }) => value.senderId === senderId);
  const order = { name: "addresses", descending: false, key: () => 0 };
  const page = pageOf(found, order, request);
  if (!faulty("address-postcode-number")) return { status: 200, json: page };
  const data = page.data.map((address) => ({
    ...address,
    postcode: /^\d+$/.test(address.postcode) ? Number(address.postcode) : address.postcode,
  }));
  return { status: 200, json: { ...page, data } };
}
