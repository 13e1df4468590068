import { randomBytes } from "node:crypto";

export interface Patient {
  id: string;
  name: string;
  birthDate: string;
  insuranceNumber: string;
  email: string | null;
  heightCm: number | null;
  weightKg: number | null;
  allergies: string[];
  language: string;
  notes: string;
  createdAt: string;
  updatedAt: string;
}

export interface Contact {
  name: string;
  phone: string;
  relation: string;
}

export interface PatientRecord {
  practice: string;
  version: number;
  patient: Patient;
  contact?: Contact;
}

export interface Appointment {
  id: string;
  patientId: string;
  practitionerId: string;
  startsAt: string;
  durationMinutes: number;
  reason: string;
  urgent: boolean;
  status: "booked" | "cancelled";
  cancelReason: string | null;
  createdAt: string;
}

export interface AppointmentRecord {
  practice: string;
  appointment: Appointment;
}

export interface Medication {
  code: string;
  name: string;
  form: string;
  strengthMg: number;
  stockUnits: number;
  prescriptionOnly: boolean;
  expiresOn: string | null;
}

export interface Document {
  id: string;
  patientId: string;
  title: string;
  mediaType: string;
  size: number;
  sha256: string;
  uploadedAt: string;
}

export interface DocumentRecord {
  practice: string;
  document: Document;
  bytes: Buffer;
}

/** The practice of each token. */
export const practices = new Map([
  ["ash-4f7d20b1c9", "ash"],
  ["birch-93e1ac55d2", "birch"],
]);

export const practitioners = [
  { id: "dr-acar", name: "Selin Açar", specialty: "dermatology", acceptsNewPatients: true },
  { id: "dr-lindqvist", name: "Åsa Lindqvist", specialty: "pediatrics", acceptsNewPatients: true },
  { id: "dr-okafor", name: "Chidi Okafor", specialty: "general", acceptsNewPatients: false },
  { id: "dr-petit", name: "Zoé Petit", specialty: "cardiology", acceptsNewPatients: true },
];

export const patients = new Map<string, PatientRecord>();
export const appointments = new Map<string, AppointmentRecord>();
/** By practice and code. */
export const medications = new Map<string, Medication>();
export const documents = new Map<string, DocumentRecord>();

export const newId = (prefix: string): string => `${prefix}-${randomBytes(5).toString("hex")}`;

function seedPatient(practice: string, number: number, name: string, birthDate: string): void {
  const id = `pat-${number}`;
  const at = `2026-01-1${number % 10}T08:00:00.000Z`;
  patients.set(id, {
    practice,
    version: 1,
    patient: {
      id,
      name,
      birthDate,
      insuranceNumber: `KV1000${number}`,
      email: number % 2 === 0 ? null : `patient.${number}@example.com`,
      heightCm: 170,
      weightKg: 68.4,
      allergies: number % 2 === 0 ? [] : ["penicillin", "latex"],
      language: "en",
      notes: "",
      createdAt: at,
      updatedAt: at,
    },
    ...(number === 1001 && {
      contact: { name: "Luis Núñez", phone: "+34600123456", relation: "partner" },
    }),
  });
}

function seedAppointment(practice: string, number: number, patientId: string, day: string): void {
  const id = `apt-${number}`;
  appointments.set(id, {
    practice,
    appointment: {
      id,
      patientId,
      practitionerId: number % 2 === 0 ? "dr-okafor" : "dr-petit",
      startsAt: `${day}T09:00:00.000Z`,
      durationMinutes: 30,
      reason: number % 2 === 0 ? "Annual check-up" : "Blood pressure,\nsecond reading",
      urgent: false,
      status: "booked",
      cancelReason: null,
      createdAt: `2026-01-2${number % 10}T08:00:00.000Z`,
    },
  });
}

seedPatient("ash", 1001, "María Núñez", "1984-05-17");
seedPatient("ash", 1002, "Tom Fletcher", "1951-11-02");
seedPatient("ash", 1003, "Tom Fletcher", "2015-08-30");
seedPatient("ash", 1004, "Ida Grönlund", "1990-02-28");
seedPatient("birch", 1005, "Pavel Dvořák", "1978-12-31");
seedAppointment("ash", 2001, "pat-1001", "2031-03-03");
seedAppointment("ash", 2002, "pat-1002", "2031-03-05");
seedAppointment("ash", 2003, "pat-1001", "2031-03-10");
seedAppointment("ash", 2004, "pat-1003", "2031-04-01");
seedAppointment("birch", 2005, "pat-1005", "2031-03-04");
medications.set("ash IBU-400", {
  code: "IBU-400",
  name: "Ibuprofen",
  form: "tablet",
  strengthMg: 400,
  stockUnits: 250,
  prescriptionOnly: false,
  expiresOn: "2032-06-30",
});
