import {
  dateTime,
  flag,
  instant,
  integer,
  jsonBody,
  oneOf,
  text,
  whole,
  type Members,
} from "./check.ts";
import { fault, pause } from "./faults.ts";
import { notFound, Problem, type Answer, type Call } from "./http.ts";
import {
  appointments,
  newId,
  patients,
  practitioners,
  type Appointment,
  type AppointmentRecord,
} from "./store.ts";

type AppointmentInput = Pick<
  Appointment,
  "patientId" | "practitionerId" | "startsAt" | "durationMinutes" | "reason" | "urgent"
>;

const appointmentMembers: Members = {
  patientId: { check: text(1, 40) },
  practitionerId: { check: oneOf(...practitioners.map(({ id }) => id)) },
  startsAt: { check: dateTime },
  durationMinutes: { check: integer(5, 240, 5) },
  reason: { check: text(1, 200) },
  urgent: { check: flag, otherwise: fault("urgent-left-out") ? undefined : false },
};

const cancelMembers: Members = { reason: { check: text(1, 200) } };

/** First answers by practice and Idempotency-Key, with the body that they were for. */
const firstAnswers = new Map<string, { body: string; answer: Answer }>();

function requireFree(call: Call, { practitionerId, startsAt, durationMinutes }: AppointmentInput) {
  const start = Date.parse(startsAt);
  const end = start + durationMinutes * 60_000;
  for (const { practice, appointment } of appointments.values()) {
    const from = Date.parse(appointment.startsAt);
    const to = from + appointment.durationMinutes * 60_000;
    const counts = appointment.status === "booked" || fault("cancelled-slot-stays-taken");
    const isSame = practice === call.practice && appointment.practitionerId === practitionerId;
    if (counts && isSame && from < end && start < to)
      throw new Problem(409, "The practitioner has another appointment at this time.");
  }
}

function requirePatient(call: Call, id: string): void {
  if (patients.get(id)?.practice !== call.practice)
    throw new Problem(422, "The patient of the appointment does not exist.", {
      errors: [{ at: "/patientId", message: "is not the id of a patient" }],
    });
}

function book(call: Call, input: AppointmentInput): Answer {
  const appointment: Appointment = {
    id: newId("apt"),
    ...input,
    status: "booked",
    cancelReason: null,
    createdAt: new Date().toISOString(),
  };
  appointments.set(appointment.id, { practice: call.practice, appointment });
  return {
    status: 201,
    headers: { Location: `/appointments/${appointment.id}` },
    json: appointment,
  };
}

export async function createAppointment(call: Call): Promise<Answer> {
  const key = call.headers["idempotency-key"] as string | undefined;
  if (key !== undefined && !/^[\x21-\x7e]{1,64}$/.test(key))
    throw new Problem(400, "Idempotency-Key must have 1 to 64 visible ASCII characters.");
  const checked = whole<AppointmentInput>(jsonBody(call), appointmentMembers);
  const input = { ...checked, startsAt: instant(checked.startsAt) };
  const owner = fault("idempotency-key-shared") ? "" : call.practice;
  const first = key === undefined ? undefined : firstAnswers.get(`${owner} ${key}`);
  const body = JSON.stringify(input);
  if (first && first.body !== body)
    throw new Problem(422, "This Idempotency-Key was used with another body.");
  if (first)
    return {
      ...first.answer,
      headers: { ...first.answer.headers, "Idempotency-Replayed": "true" },
    };
  requirePatient(call, input.patientId);
  requireFree(call, input);
  if (fault("idempotency-race")) await pause();
  const answer = book(call, input);
  if (key !== undefined) firstAnswers.set(`${owner} ${key}`, { body, answer });
  return answer;
}

/** What is being read, kept where the fault has it: outside the call. */
let current: AppointmentRecord | undefined;

function appointmentOf(call: Call): AppointmentRecord {
  const record = appointments.get(call.path["appointmentId"] ?? "");
  if (record?.practice !== call.practice) throw notFound("appointment");
  return record;
}

export async function getAppointment(call: Call): Promise<Answer> {
  const record = appointmentOf(call);
  if (!fault("answers-mixed")) return { status: 200, json: record.appointment };
  current = record;
  await pause();
  return { status: 200, json: current.appointment };
}

export function cancelAppointment(call: Call): Answer {
  const record = appointmentOf(call);
  const { reason } = whole<{ reason: string }>(jsonBody(call), cancelMembers);
  if (record.appointment.status === "cancelled")
    throw new Problem(409, "The appointment is cancelled already.");
  const cancelled: Appointment = {
    ...record.appointment,
    status: "cancelled",
    cancelReason: reason,
  };
  record.appointment = cancelled;
  return { status: 200, json: cancelled };
}
