// Vehicles of customers.
import { fault } from "./faults.ts";
import {
  BASE,
  conflict,
  json,
  notFound,
  parseJson,
  requireContent,
  type Answer,
  type Call,
} from "./http.ts";
import { newId, now, workshops, type Vehicle } from "./store.ts";
import { checkBody, refuse, type Shapes } from "./validate.ts";

const SHAPES: Shapes = {
  customerId: { kind: "text", required: true },
  plate: { kind: "text", required: true, pattern: /^[A-Z]{1,3}-[A-Z]{1,2} [1-9][0-9]{0,3}$/ },
  make: { kind: "text", required: true, min: 1, max: 60 },
  model: { kind: "text", required: true, min: 1, max: 60 },
  year: { kind: "int", nullable: true, fallback: null, min: 1900, max: 2100 },
  vin: { kind: "text", nullable: true, fallback: null, pattern: /^[A-HJ-NPR-Z0-9]{17}$/ },
  odometerKm: { kind: "int", fallback: 0, min: 0, max: 2000000 },
};

function plateTaken(call: Call, plate: string, customerId: string): boolean {
  let vehicles = [...call.workshop.vehicles.values()];
  if (fault("vehicle-plate-global"))
    vehicles = workshops.flatMap((one) => [...one.vehicles.values()]);
  if (fault("vehicle-plate-per-customer"))
    vehicles = vehicles.filter((one) => one.customerId === customerId);
  return vehicles.some((one) => one.plate === plate);
}

function customerKnown(call: Call, id: string): boolean {
  if (fault("vehicle-foreign-customer")) return workshops.some((one) => one.customers.has(id));
  return call.workshop.customers.has(id);
}

export function registerVehicle(call: Call): Answer {
  const fields = checkBody<Omit<Vehicle, "id">>(
    parseJson(requireContent(call, "application/json")),
    SHAPES,
  );
  if (!customerKnown(call, fields.customerId)) {
    refuse([{ in: "body", field: "/customerId", message: "is not a customer of the workshop" }]);
  }
  if (plateTaken(call, fields.plate, fields.customerId))
    throw conflict("Another vehicle has this licence plate.");
  const vehicle = { id: newId("veh"), ...fields, createdAt: now() } as Vehicle;
  call.workshop.vehicles.set(vehicle.id, vehicle);
  return json(201, vehicle, { Location: `${BASE}/vehicles/${vehicle.id}` });
}

export function getVehicle(call: Call): Answer {
  const vehicle = call.workshop.vehicles.get(call.params.vehicleId);
  if (!vehicle) throw notFound("vehicle");
  if (fault("vehicle-null-dropped")) {
    return json(
      200,
      Object.fromEntries(Object.entries(vehicle).filter(([, value]) => value !== null)),
    );
  }
  return json(200, vehicle);
}
