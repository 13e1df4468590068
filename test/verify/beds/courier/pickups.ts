import { isDeepStrictEqual } from "node:util";
import { pickupBody } from "./bodies.ts";
import { accepted, text } from "./checks.ts";
import { faulty } from "./faults.ts";
import { answerRead, jsonOf, Problem } from "./http.ts";
import type { Answer, Call } from "./http.ts";
import type { Pickup, PickupInput } from "./records.ts";
import { addresses, now, pickups, tagOf } from "./store.ts";
import type { Kept } from "./store.ts";

/** What was scheduled with an idempotency key, by account and key. */
const scheduled = new Map<string, { readonly body: PickupInput; readonly kept: Kept<Pickup> }>();

const keyCheck = text({ min: 1, max: 64, pattern: /^[A-Za-z0-9._-]*$/u });

function idempotencyKey(call: Call): string | undefined {
  const header = call.headers["idempotency-key"];
  if (header === undefined) return undefined;
  const key = String(header);
  const issues = keyCheck(key, "Idempotency-Key");
  if (issues.length > 0)
    throw new Problem(400, "The idempotency key is not as described.", { issues });
  return faulty("pickup-key-shared") ? key : `${call.account} ${key}`;
}

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Throws 422 where the address is not the account's, or the window is too short. */
function checkPickup(account: string, { addressId, window }: PickupInput): void {
  const known = addresses.of(account).some(({ value }) => value.id === addressId);
  const long = minutes(window.to) - minutes(window.from) >= 60;
  const issues = [
    ...(known ? [] : [{ at: "/addressId", message: "is no address of the account" }]),
    ...(long ? [] : [{ at: "/window", message: "has to last an hour or longer" }]),
  ];
  if (issues.length > 0) throw new Problem(422, "The pickup is not possible.", { issues });
}

function overlaps(a: PickupInput, b: PickupInput): boolean {
  if (a.addressId !== b.addressId || a.date !== b.date) return false;
  return faulty("pickup-adjacent-refused")
    ? a.window.from <= b.window.to && b.window.from <= a.window.to
    : a.window.from < b.window.to && b.window.from < a.window.to;
}

const created = (kept: Kept<Pickup>): Answer => ({
  status: 201,
  headers: { Location: `/pickups/${kept.value.id}`, ETag: tagOf(kept) },
  json: kept.value,
});

export function schedulePickup(call: Call): Answer {
  const key = idempotencyKey(call);
  const body = accepted<PickupInput>(pickupBody, jsonOf(call));
  const earlier = key === undefined ? undefined : scheduled.get(key);
  if (earlier !== undefined) {
    if (isDeepStrictEqual(earlier.body, body)) return created(earlier.kept);
    throw new Problem(409, "The idempotency key was used for another pickup.");
  }
  checkPickup(call.account, body);
  if (pickups.of(call.account).some(({ value }) => overlaps(value, body)))
    throw new Problem(409, "The address has a pickup in this window.");
  const kept = pickups.add(call.account, {
    ...body,
    id: pickups.newId(),
    instructions: body.instructions ?? null,
    createdAt: now(),
  });
  if (key !== undefined) scheduled.set(key, { body, kept });
  return created(kept);
}

export function getPickup(call: Call): Answer {
  const [id = ""] = call.places;
  const kept = pickups.get(call.account, id);
  if (!faulty("pickup-date-shifted"))
    return answerRead(call, tagOf(kept), { status: 200, json: kept.value });
  // Midnight of the place, read as an instant of UTC, is on the day before.
  const midnight = new Date(`${kept.value.date}T00:00:00+01:00`);
  const date = midnight.toISOString().slice(0, 10);
  return answerRead(call, tagOf(kept), { status: 200, json: { ...kept.value, date } });
}
