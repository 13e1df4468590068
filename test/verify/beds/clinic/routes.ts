import { exportAppointments, listAppointments } from "./appointment-lists.ts";
import { cancelAppointment, createAppointment, getAppointment } from "./appointments.ts";
import { downloadDocument, getDocument, uploadDocument } from "./documents.ts";
import type { Answer, Call } from "./http.ts";
import { deleteMedication, getMedication, putMedication } from "./medications.ts";
import { listPatients, listPractitioners } from "./patient-lists.ts";
import {
  createPatient,
  deletePatient,
  getEmergencyContact,
  getPatient,
  putEmergencyContact,
  updatePatient,
} from "./patients.ts";

interface Operation {
  run: (call: Call) => Answer | Promise<Answer>;
  /** The media types of its body; without them a body is not read. */
  accepts?: string[];
}

const JSON_TYPE = ["application/json"];

const routes: Record<string, Partial<Record<string, Operation>>> = {
  "/practitioners": { GET: { run: listPractitioners } },
  "/patients": { GET: { run: listPatients }, POST: { run: createPatient, accepts: JSON_TYPE } },
  "/patients/{patientId}": {
    GET: { run: getPatient },
    PATCH: { run: updatePatient, accepts: ["application/merge-patch+json"] },
    DELETE: { run: deletePatient },
  },
  "/patients/{patientId}/emergency-contact": {
    GET: { run: getEmergencyContact },
    PUT: { run: putEmergencyContact, accepts: JSON_TYPE },
  },
  "/patients/{patientId}/documents": {
    POST: { run: uploadDocument, accepts: ["application/pdf", "image/png", "text/plain"] },
  },
  "/documents/{documentId}": { GET: { run: getDocument } },
  "/documents/{documentId}/content": { GET: { run: downloadDocument } },
  "/appointments": {
    GET: { run: listAppointments },
    POST: { run: createAppointment, accepts: JSON_TYPE },
  },
  "/appointments/{appointmentId}": { GET: { run: getAppointment } },
  "/appointments/{appointmentId}/cancel": {
    POST: { run: cancelAppointment, accepts: JSON_TYPE },
  },
  "/exports/appointments": { GET: { run: exportAppointments } },
  "/medications/{code}": {
    GET: { run: getMedication },
    PUT: { run: putMedication, accepts: JSON_TYPE },
    DELETE: { run: deleteMedication },
  },
};

const patterns = Object.entries(routes).map(([path, operations]) => ({
  pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  operations,
}));

export interface Route {
  path: Record<string, string>;
  operations: Partial<Record<string, Operation>>;
}

/** What is at a path, whose parameters are decoded after it was split. */
export function routeOf(pathname: string): Route | undefined {
  for (const { pattern, operations } of patterns) {
    const match = pattern.exec(pathname);
    if (!match) continue;
    try {
      const entries = Object.entries(match.groups ?? {});
      return {
        path: Object.fromEntries(entries.map(([name, raw]) => [name, decodeURIComponent(raw)])),
        operations,
      };
    } catch {
      // Not UTF-8, so that it can name nothing here.
      return undefined;
    }
  }
  return undefined;
}
