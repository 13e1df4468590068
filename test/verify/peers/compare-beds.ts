/**
 * Which faults of the beds peers find: `npm run compare:verify-beds -- [--bed NAME] [--write]`. Dredd sends requests of its own;
 * Prism's proxy and express-openapi-validator look at these and their answers. What they find is
 * stored in bed-found.json, and what `verify` finds is in found.json beside the beds; `--write` writes docs/verify.md of both.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeFigures } from "../../../scripts/figures/write-figures.ts";
import { readBeds, verdictOf, type Bed } from "../beds/bed.ts";
import examples from "./bed-examples.json" with { type: "json" };
import { withBedPeers, type PeersSaid } from "./bed-peers.ts";
import { bedTables, type PeerScores } from "./bed-tables.ts";
import { installPeers } from "./install-peers.ts";

const { values } = parseArgs({
  options: {
    bed: { type: "string", multiple: true },
    write: { type: "boolean", default: false },
  },
});

using installed = installPeers();
for (const bed of readBeds()) {
  if (!(bed.name in examples) || values.bed?.includes(bed.name) === false) continue;
  await withBedPeers(bed, installed.folder, async (say) => store(bed, await scoresOf(bed, say)));
}
const tables = bedTables();
console.log(tables);
if (values.write)
  await writeFigures(
    "bed-peers",
    { "docs/verify.md": tables },
    {
      reading: undefined,
      measured:
        "faults of which something is said of an operation that has it and not without the fault; requests and seconds without faults",
      runs: "one run of each fault, two without",
      peers: installed.compared("the requests of Dredd"),
      leftOut:
        "Schemathesis, which was not run: its checks apply by its documentation; services for which Dredd has no examples",
    },
  );

/** What the peers find of the faults of a bed. */
async function scoresOf(
  bed: Bed,
  say: (fault?: string) => Promise<PeersSaid>,
): Promise<Record<string, PeerScores>> {
  const [first, second] = [await say(), await say()];
  const peers = Object.keys(first.findings);
  const usual = new Map(
    peers.map((peer) => [
      peer,
      new Set(
        [first, second].flatMap(({ findings }) => (findings[peer] ?? []).map(({ line }) => line)),
      ),
    ]),
  );
  const found: Record<string, string[]> = Object.fromEntries(peers.map((peer) => [peer, []]));
  for (const fault of bed.faults) {
    const { findings } = await say(fault.id);
    for (const peer of peers) {
      const said = (findings[peer] ?? []).filter(
        ({ line }) => usual.get(peer)?.has(line) === false,
      );
      const verdict = verdictOf(fault, said);
      if (verdict === "found") found[peer]?.push(fault.id);
      if (said.length > 0) console.log(`${verdict.padEnd(9)} ${peer} ${bed.name}/${fault.id}`);
      for (const line of new Set(said.map((one) => one.line))) console.log(`            ${line}`);
    }
  }
  const scoreOf = (peer: string): PeerScores => ({
    found: found[peer] ?? [],
    falseAlarms: usual.get(peer)?.size ?? 0,
    requests: first.requests,
    seconds: Math.round((second.seconds[peer] ?? 0) * 10) / 10,
  });
  return Object.fromEntries(peers.map((peer) => [peer, scoreOf(peer)]));
}

function store({ name }: Bed, scores: Readonly<Record<string, PeerScores>>): void {
  const file = join(import.meta.dirname, "bed-found.json");
  const stored = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  writeFileSync(file, `${JSON.stringify({ ...stored, [name]: scores }, null, 2)}\n`);
}
