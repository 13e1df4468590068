import {
  belowOne,
  belowOneAmount,
  comparedTimes,
  divided,
  division,
} from "../../scripts/figures/division.ts";
import { median, type Measurement } from "./measure.ts";
import { count, formatTable, megabytes } from "./table.ts";

/** All runs of one tool on one description, or why there are none. */
export interface Result {
  readonly name: string;
  readonly makes: string;
  readonly measurements: Measurement[];
  files: number;
  bytes: number;
  failure?: string;
}

/** Ours, by how much it makes. */
interface Ours {
  readonly client: Result;
  readonly all: Result;
}

/** One description: ours beside the peer of the figures. */
export interface Compared {
  readonly title: string;
  readonly ours: Ours;
  readonly theirs: Result;
}

/** The median of a tool's runs; `undefined` of one that failed. */
function middle({ failure, measurements }: Result, key: keyof Measurement): number | undefined {
  return failure === undefined ? median(measurements.map((one) => one[key])) : undefined;
}

/** What each tool took. */
export function measuredTable(results: readonly Result[]): string {
  const header = ["tool", "makes", "wall ms (min–max)", "CPU ms", "peak MB", "files", "MB"];
  const rows = results.map((result) => {
    if (result.failure !== undefined) return [result.name, result.makes, "failed"];
    const wall = result.measurements.map(({ milliseconds }) => milliseconds);
    return [
      result.name,
      result.makes,
      `${count(median(wall))} (${count(Math.min(...wall))}–${count(Math.max(...wall))})`,
      count(middle(result, "cpuMilliseconds") ?? NaN),
      megabytes(middle(result, "peakBytes") ?? NaN),
      count(result.files),
      megabytes(result.bytes),
    ];
  });
  return formatTable(header, rows);
}

const keys = ["milliseconds", "cpuMilliseconds", "peakBytes"] as const;
const quantities = ["wall time", "processor time", "memory"];

/** Ours beside each peer, for the terminal. */
export function comparedTable({ client, all }: Ours, peers: readonly Result[]): string {
  const header = [
    "peer",
    ...[client, all].flatMap(({ name }) => quantities.map((one) => `${name}: ${one}`)),
  ];
  const rows = peers.map((theirs) => [
    theirs.name,
    ...[client, all].flatMap((ours) =>
      keys.map((key) => divided(middle(ours, key), middle(theirs, key))),
    ),
  ]);
  return `${division}, ${belowOne}; of memory, ${belowOneAmount}\n\n${formatTable(header, rows)}`;
}

/** The table of docs/figures.md, and the shorter one of the README, which has wall time alone. */
export function writtenTables(compared: readonly Compared[]): {
  readonly full: string;
  readonly short: string;
} {
  const sides = ["client with validators", "all packages"];
  const full = formatTable(
    ["description", ...sides.flatMap((side) => quantities.map((one) => `${side}: ${one}`))],
    compared.map(({ title, ours, theirs }) => [
      title,
      ...[ours.client, ours.all].flatMap((one) =>
        keys.map((key) => divided(middle(one, key), middle(theirs, key)) || "failed"),
      ),
    ]),
  );
  const short = formatTable(
    ["description", ...sides],
    compared.map(({ title, ours, theirs }) => [
      title,
      ...[ours.client, ours.all].map(
        (one) =>
          comparedTimes(middle(one, "milliseconds"), middle(theirs, "milliseconds")) || "failed",
      ),
    ]),
  );
  return { full, short: `Generating, in wall time:\n\n${short}` };
}
