import {
  date,
  flag,
  integer,
  jsonBody,
  nullable,
  oneOf,
  positive,
  text,
  whole,
  type Members,
} from "./check.ts";
import { fault } from "./faults.ts";
import { notFound, Problem, type Answer, type Call } from "./http.ts";
import { medications, type Medication } from "./store.ts";

const CODE = /^[A-Za-z0-9][A-Za-z0-9 .+%/_-]{0,39}$/;

const medicationMembers: Members = {
  name: { check: text(1, 100) },
  form: { check: oneOf("tablet", "capsule", "liquid", "injection") },
  strengthMg: { check: positive(100_000) },
  stockUnits: { check: integer(0, Number.MAX_SAFE_INTEGER) },
  prescriptionOnly: { check: flag, otherwise: false },
  expiresOn: { check: nullable(date), otherwise: null },
};

function keyOf(call: Call): { code: string; key: string } {
  const code = call.path["code"] ?? "";
  if (!CODE.test(code))
    throw new Problem(400, "This is not a code.", {
      errors: [{ at: "code", message: `must match ${CODE.source}` }],
    });
  const folded = fault("codes-folded") ? code.toLowerCase() : code;
  return { code, key: `${call.practice} ${folded}` };
}

export function putMedication(call: Call): Answer {
  const { code, key } = keyOf(call);
  const body = jsonBody(call);
  const before = medications.get(key);
  const input = whole<Omit<Medication, "code">>(body, medicationMembers);
  if (fault("stock-in-32-bits")) input.stockUnits |= 0;
  if (fault("put-keeps-expiry") && before && !("expiresOn" in body))
    input.expiresOn = before.expiresOn;
  const medication = { code, ...input };
  medications.set(key, medication);
  const location = { Location: `/medications/${encodeURIComponent(code)}` };
  return before
    ? { status: 200, json: medication }
    : { status: 201, headers: location, json: medication };
}

export function getMedication(call: Call): Answer {
  const medication = medications.get(keyOf(call).key);
  if (!medication) throw notFound("medication");
  return { status: 200, json: medication };
}

export function deleteMedication(call: Call): Answer {
  const { key } = keyOf(call);
  if (!medications.has(key)) throw notFound("medication");
  if (!fault("deleted-still-there")) medications.delete(key);
  return { status: 204 };
}
