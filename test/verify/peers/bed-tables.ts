import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatTable } from "../../bench/table.ts";
import schemathesis from "./schemathesis.json" with { type: "json" };

/** What a peer finds of the faults of a bed. */
export interface PeerScores {
  /** The identifiers of faults. */
  readonly found: readonly string[];
  /** How many different things it says of the service without faults. */
  readonly falseAlarms: number;
  readonly requests: number;
  readonly seconds: number;
}

type ByName<Value> = Readonly<Record<string, Value>>;

const read = (path: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, path), "utf8"));

/** The stored findings as Markdown: who finds how much, what peers find that `verify` does not, checks of Schemathesis. */
export function bedTables(): string {
  const ours = read("../beds/found.json") as ByName<readonly string[]>;
  const peers = read("bed-found.json") as ByName<ByName<PeerScores>>;
  return [countsOf(ours, peers), missedOf(ours, peers), checksTable()].join("\n\n");
}

const applying = (bed: string): ByName<string> =>
  (schemathesis.apply as ByName<ByName<string>>)[bed] ?? {};

function countsOf(ours: ByName<readonly string[]>, peers: ByName<ByName<PeerScores>>): string {
  const header = [
    "service",
    "by",
    "found",
    "not by `verify`",
    "false alarms",
    "requests",
    "seconds",
  ];
  const rows = Object.entries(peers).flatMap(([bed, scores]) => {
    const own = ours[bed] ?? [];
    const notOurs = (ids: readonly string[]): string =>
      String(ids.filter((id) => !own.includes(id)).length);
    const ids = Object.keys(applying(bed));
    return [
      [bed, "`verify`", String(own.length), "", "", "", ""],
      ...Object.entries(scores).map(([name, { found, ...rest }]) => [
        bed,
        name,
        String(found.length),
        notOurs(found),
        ...[rest.falseAlarms, rest.requests, rest.seconds].map(String),
      ]),
      [bed, "Schemathesis, may find", String(ids.length), notOurs(ids), "", "", ""],
    ];
  });
  return formatTable(header, rows);
}

/** Faults that somebody else finds, or may find, and `verify` does not. */
function missedOf(ours: ByName<readonly string[]>, peers: ByName<ByName<PeerScores>>): string {
  const rows = Object.entries(peers).flatMap(([bed, scores]) => {
    const finders = Map.groupBy(
      [
        ...Object.entries(scores).flatMap(([name, { found }]) => found.map((id) => ({ id, name }))),
        ...Object.entries(applying(bed)).map(([id, check]) => ({
          id,
          name: `Schemathesis may, by \`${check}\``,
        })),
      ],
      ({ id }) => id,
    );
    return [...finders]
      .filter(([id]) => ours[bed]?.includes(id) !== true)
      .map(([id, by]) => [`\`${bed}/${id}\``, by.map(({ name }) => name).join(", ")]);
  });
  return rows.length === 0
    ? "There is no fault that one of them finds and `verify` does not."
    : formatTable(["not found by `verify`", "found by"], rows);
}

const checksTable = (): string =>
  formatTable(
    ["check of Schemathesis", "check of `verify`"],
    Object.entries(schemathesis.checks).map(([name, own]) => [`\`${name}\``, own]),
  );
