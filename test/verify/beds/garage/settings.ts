// The settings of a workshop.
import { fault } from "./faults.ts";
import { conflict, json, parseJson, requireContent, type Answer, type Call } from "./http.ts";
import { WEEKDAYS, type Settings } from "./store.ts";
import { checkBody, type Shapes } from "./validate.ts";

const SHAPES: Shapes = {
  workshopName: { kind: "text", required: true, min: 1, max: 120 },
  vatPercent: { kind: "int", required: true, min: 0, max: 30 },
  hourlyRateCents: { kind: "int", required: true, min: 0, max: 100000 },
  bays: { kind: "int", required: true, min: 1, max: 20 },
  closedWeekdays: { kind: "list", fallback: [], max: 7, of: { kind: "text", oneOf: WEEKDAYS } },
  invoiceFooter: { kind: "text", fallback: "", max: 300 },
  sendReminders: { kind: "bool", fallback: false },
};

let cached: Settings | null = null;

export function getSettings(call: Call): Answer {
  if (!fault("settings-cache-shared")) return json(200, call.workshop.settings);
  cached ??= call.workshop.settings;
  return json(200, cached);
}

export function replaceSettings(call: Call): Answer {
  const { workshop } = call;
  const content = parseJson(requireContent(call, "application/json"));
  const wanted = checkBody<Settings>(content, SHAPES);
  const highest = Math.max(
    0,
    ...[...workshop.orders.values()].map((order) => order.appointment?.bay ?? 0),
  );
  if (fault("settings-bays-off-by-one") ? highest >= wanted.bays : highest > wanted.bays) {
    throw conflict(`Bay ${highest} has an appointment.`);
  }
  if (fault("settings-put-keeps-footer") && !Object.hasOwn(content as object, "invoiceFooter")) {
    wanted.invoiceFooter = workshop.settings.invoiceFooter;
  }
  workshop.settings = wanted;
  cached = null;
  return json(200, wanted);
}
