import { isFault, slowDisk } from "./faults.ts";
import { readTagged } from "./call.ts";
import type { Answer, Call } from "./call.ts";
import {
  checked,
  clockTime,
  decimal,
  flag,
  integer,
  list,
  nullable,
  oneOf,
  record,
} from "./checks.ts";
import { meetConditions, needIfMatch, tagOf } from "./conditions.ts";
import { now } from "./dates.ts";
import { ownGreenhouse } from "./greenhouses.ts";
import { invalid, notFound } from "./refusals.ts";
import { thermostats } from "./store.ts";
import type { Thermostat } from "./store.ts";

type ThermostatInput = Pick<Thermostat, "mode" | "day_celsius" | "night_celsius"> &
  Partial<Thermostat>;

const settings = record(
  {
    mode: oneOf(["off", "heat", "cool", "auto"]),
    day_celsius: decimal(-10, 45),
    night_celsius: decimal(-10, 45),
    frost_guard: flag,
    humidity_limit: nullable(integer(0, 100)),
    schedule: list(
      record({ at: clockTime, celsius: decimal(-10, 45) }, ["at", "celsius"]),
      24,
      false,
    ),
  },
  ["mode", "day_celsius", "night_celsius"],
);

function currentOf(call: Call): Thermostat {
  const current = thermostats.get(ownGreenhouse(call).id);
  if (current === undefined) throw notFound("thermostat");
  return current;
}

export function getThermostat(call: Call): Answer {
  return readTagged(call, currentOf(call));
}

function inputOf(call: Call): ThermostatInput {
  const input = checked<ThermostatInput>(call.json(), settings);
  const times = (input.schedule ?? []).map(({ at }) => at);
  const late = times.findIndex((time, index) => index > 0 && time <= (times[index - 1] ?? ""));
  if (late > 0)
    throw invalid([
      { field: `/schedule/${late}/at`, problem: "must be later than the one before" },
    ]);
  return input;
}

export async function putThermostat(call: Call): Promise<Answer> {
  const current = currentOf(call);
  if (!isFault("thermostat-without-if-match")) needIfMatch(call);
  meetConditions(call, tagOf(current));
  const input = inputOf(call);
  if (isFault("stale-if-match-in-race")) await slowDisk();
  const {
    mode,
    day_celsius,
    night_celsius,
    frost_guard = true,
    humidity_limit = null,
    schedule = [],
  } = input;
  const changed: Thermostat = {
    greenhouse_id: current.greenhouse_id,
    mode,
    day_celsius,
    night_celsius,
    frost_guard: isFault("frost-guard-false-lost") ? frost_guard || true : frost_guard,
    humidity_limit,
    schedule: schedule.map(({ at, celsius }) => ({ at, celsius })),
    updated_at: now(),
  };
  thermostats.set(current.greenhouse_id, changed);
  return { status: 200, body: changed };
}
