import {
  date,
  distinct,
  email,
  integer,
  jsonBody,
  nullable,
  oneOf,
  partial,
  positive,
  text,
  whole,
  type Members,
} from "./check.ts";
import { fault, pause } from "./faults.ts";
import { notFound, Problem, tags, type Answer, type Call } from "./http.ts";
import {
  appointments,
  documents,
  newId,
  patients,
  type Contact,
  type Patient,
  type PatientRecord,
} from "./store.ts";

type PatientInput = Omit<Patient, "id" | "createdAt" | "updatedAt">;

const patientMembers: Members = {
  name: { check: text(1, 120) },
  birthDate: { check: date },
  insuranceNumber: { check: text(10, 10, /^[A-Z]{2}[0-9]{8}$/) },
  email: { check: nullable(email), otherwise: null },
  heightCm: { check: nullable(integer(20, 280)), otherwise: null },
  weightKg: { check: nullable(positive(650)), otherwise: null },
  allergies: { check: distinct(20, text(1, 60)), otherwise: [] },
  language: { check: oneOf("en", "de", "es", "tr"), otherwise: "en" },
  notes: { check: text(0, 4000), otherwise: "" },
};

const contactMembers: Members = {
  name: { check: text(1, 120) },
  phone: { check: text(8, 16, /^\+[1-9][0-9]{6,14}$/) },
  relation: { check: oneOf("partner", "parent", "child", "friend", "other") },
};

const etag = ({ patient, version }: PatientRecord): string =>
  fault("etag-never-changes") ? `"${patient.id}"` : `"${patient.id}.${version}"`;

export function patientOf(call: Call, id = call.path["patientId"] ?? ""): PatientRecord {
  const record = patients.get(id);
  const isForeign = record?.practice !== call.practice && !fault("foreign-patient-readable");
  if (!record || isForeign) throw notFound("patient");
  return record;
}

function shown(patient: Patient): Patient {
  if (fault("empty-notes-null") && patient.notes === "")
    return { ...patient, notes: null as unknown as string };
  if (!fault("birth-date-shifted")) return patient;
  const midnight = new Date(`${patient.birthDate}T00:00:00Z`).getTime();
  return { ...patient, birthDate: new Date(midnight - 1).toISOString().slice(0, 10) };
}

const headersOf = (record: PatientRecord): Record<string, string> => ({
  ETag: etag(record),
  "Cache-Control": "private, no-cache",
});

const answer = (record: PatientRecord): Answer => ({
  status: 200,
  headers: headersOf(record),
  json: shown(record.patient),
});

/** How the columns of the table keep what was sent. */
function stored(input: Partial<PatientInput>): Partial<PatientInput> {
  const kept = { ...input };
  if (fault("name-trimmed") && kept.name !== undefined) kept.name = kept.name.trim();
  if (fault("astral-notes-lost") && kept.notes !== undefined)
    kept.notes = kept.notes.replace(/[\u{10000}-\u{10ffff}]/gu, "?");
  return kept;
}

function requireUnique(call: Call, insuranceNumber: string | undefined, self?: Patient): void {
  for (const { practice, patient } of patients.values())
    if (
      practice === call.practice &&
      patient !== self &&
      patient.insuranceNumber === insuranceNumber
    )
      throw new Problem(409, "Another patient has this insurance number.");
}

export async function createPatient(call: Call): Promise<Answer> {
  const body = jsonBody(call);
  if (fault("long-name-crashes") && [...String(body["name"])].length > 120)
    throw new RangeError("value too long for type character varying(120)");
  const input = whole<PatientInput>(body, patientMembers);
  requireUnique(call, input.insuranceNumber);
  if (fault("unique-number-race")) await pause();
  const now = new Date().toISOString();
  const patient = {
    id: newId("pat"),
    ...input,
    ...stored(input),
    createdAt: now,
    updatedAt: now,
  };
  const record = { practice: call.practice, version: 1, patient };
  patients.set(patient.id, record);
  const location = fault("location-without-id") ? "/patients/" : `/patients/${patient.id}`;
  return { ...answer(record), status: 201, headers: { ...headersOf(record), Location: location } };
}

export function getPatient(call: Call): Answer {
  const record = patientOf(call);
  const known = tags(call.headers["if-none-match"] ?? "").map((tag) => tag.replace(/^W\//, ""));
  if (!fault("never-not-modified") && (known.includes("*") || known.includes(etag(record))))
    return { status: 304, headers: headersOf(record) };
  return answer(record);
}

function requireMatch(call: Call, record: PatientRecord): void {
  const header = call.headers["if-match"];
  if (header === undefined) return;
  const given = tags(header);
  if (!given.includes("*") && !given.includes(etag(record)))
    throw new Problem(412, "The patient has changed since it was read.");
}

function laterThan(before: string): string {
  return new Date(Math.max(Date.now(), Date.parse(before) + 1)).toISOString();
}

export async function updatePatient(call: Call): Promise<Answer> {
  const record = patientOf(call);
  if (call.headers["if-match"] === undefined && !fault("if-match-optional"))
    throw new Problem(428, "If-Match is required to change a patient.");
  requireMatch(call, record);
  const patch = partial<PatientInput>(jsonBody(call), patientMembers);
  if (fault("patch-null-ignored"))
    for (const name of Object.keys(patch) as (keyof PatientInput)[])
      if (patch[name] === null) delete patch[name];
  requireUnique(call, patch.insuranceNumber, record.patient);
  if (fault("lost-update")) await pause();
  const { patient } = record;
  const changed = {
    ...patient,
    ...(fault("patch-clears-allergies") && { allergies: [] }),
    ...stored(patch),
    updatedAt: laterThan(patient.updatedAt),
  };
  record.version++;
  record.patient = changed;
  const answered = answer(record);
  if (fault("patched-weight-not-kept")) record.patient = { ...changed, weightKg: patient.weightKg };
  return answered;
}

export function deletePatient(call: Call): Answer {
  const record = patientOf(call);
  const { id } = record.patient;
  requireMatch(call, record);
  const own = [...appointments.values()].filter(({ appointment }) => appointment.patientId === id);
  if (own.some(({ appointment }) => appointment.status === "booked"))
    throw new Problem(409, "The patient has booked appointments.");
  for (const { appointment } of own) appointments.delete(appointment.id);
  if (!fault("documents-outlive-patient"))
    for (const { document } of documents.values())
      if (document.patientId === id) documents.delete(document.id);
  patients.delete(id);
  return { status: 204 };
}

export function getEmergencyContact(call: Call): Answer {
  const { contact } = patientOf(call);
  if (!contact) throw notFound("emergency contact");
  if (!fault("contact-quotes-unescaped")) return { status: 200, json: contact };
  const members = Object.entries(contact).map(([name, value]) => `"${name}":"${value}"`);
  return {
    status: 200,
    headers: { "Content-Type": "application/json" },
    bytes: Buffer.from(`{${members.join(",")}}`),
  };
}

export function putEmergencyContact(call: Call): Answer {
  const record = patientOf(call);
  const contact = whole<Contact>(jsonBody(call), contactMembers);
  const isNew = record.contact === undefined;
  record.contact = contact;
  return { status: isNew ? 201 : 200, json: contact };
}
