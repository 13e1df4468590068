import type { Description } from "@openapi-packages/compiler/mock/serve/read-description";
import { readHarFile } from "@openapi-packages/compiler/mock/serve/traffic/read-har";
import {
  trafficState,
  type TrafficState,
  type UnusedEntry,
} from "@openapi-packages/compiler/mock/serve/traffic/traffic-state";

/** The most paths that are listed for one reason. */
const mostShown = 5;

/**
 * Reads the records to start with from recorded traffic.
 *
 * @returns the records, and what to say of them
 * @throws {UsageError} when the file cannot be read, or is no HAR
 */
export function startOf(
  description: Description,
  file: string,
): Pick<TrafficState, "snapshot"> & { readonly report: string } {
  const state = trafficState(description, readHarFile(file));
  return { snapshot: state.snapshot, report: reportOf(state, file) };
}

function reportOf({ snapshot, answers, unused }: TrafficState, file: string): string {
  const counts = Object.entries(snapshot.records).map(([name, all]) => `${all.length} ${name}`);
  const records = counts.length === 0 ? "no records" : counts.join(", ");
  const byReason = Map.groupBy(unused, ({ reason }) => reason);
  return [
    `${file}: the mock starts with ${records}, from ${countOf(answers, "answer", "answers")}`,
    ...[...byReason].map(([reason, entries]) => lineOf(reason, entries)),
  ].join("\n");
}

function lineOf(reason: string, entries: readonly UnusedEntry[]): string {
  const places = [...new Set(entries.map(({ method, path }) => `${method} ${path}`))];
  const more = places.length - mostShown;
  const shown = [...places.slice(0, mostShown), ...(more > 0 ? [`${more} more`] : [])];
  const count = countOf(entries.length, "entry", "entries");
  return `  ${count} not used, each ${reason}: ${shown.join(", ")}`;
}

const countOf = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
