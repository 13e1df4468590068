/**
 * Which planted faults are found by whom: `verifyServer`, and the peers of npm, which are installed in a temporary folder.
 * Dredd sends requests of its own; Prism's proxy and express-openapi-validator look at those of a story. Writes what was found
 * into the README of packages/verify, docs/figures.md and the README.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeFigures, type ComparedPeer } from "../../../scripts/figures/write-figures.ts";
import { formatTable } from "../../bench/table.ts";
import { answerFaults } from "../library/answer-faults.ts";
import type { ServerFault } from "../library/fault.ts";
import { Library } from "../library/library.ts";
import { principalFaults } from "../library/principal-faults.ts";
import { refusalFaults } from "../library/refusal-faults.ts";
import { stateFaults } from "../library/state-faults.ts";
import { verified } from "../library/verified.ts";
import { descriptionForPeers } from "./description-for-peers.ts";
import { installPeers } from "./install-peers.ts";
import { peersIn, type Peer } from "./peers.ts";

const groups: Readonly<Record<string, readonly ServerFault[]>> = {
  "of single answers: status, type, header, body, stream": answerFaults,
  "of what is taken and refused": refusalFaults,
  "of what is remembered": stateFaults,
  "between two principals": principalFaults,
};

{
  using installed = installPeers();
  const { folder } = installed;
  const description = join(folder, "openapi.yaml");
  writeFileSync(description, descriptionForPeers());
  const all: readonly Peer[] = [
    { name: "verify", find: (_, library) => ourFindings(library) },
    ...peersIn(folder, description),
  ];
  const faultless = new Map<Peer, ReadonlySet<string>>();
  const clean = new Library();
  for (const peer of all)
    faultless.set(peer, new Set(await peer.find(new Library().listener, clean)));
  const found = new Map(all.map((peer) => [peer, 0]));
  const rows: string[][] = [];
  for (const [title, faults] of Object.entries(groups)) {
    const counts = await countFound(all, faults, faultless);
    for (const [peer, count] of counts) found.set(peer, (found.get(peer) ?? 0) + count);
    rows.push([title, String(faults.length), ...all.map((peer) => String(counts.get(peer)))]);
  }
  const alarms = all.map((peer) => faultless.get(peer)?.size ?? 0);
  rows.push(["said of the faultless service", "", ...alarms.map(String)]);
  const header = ["planted faults", "", ...all.map(({ name }) => name)];
  const compared = installed.compared("the requests of a story by hand");
  await write(formatTable(header, rows), found, alarms[0] ?? Number.NaN, compared);
}

/** How many of some faults each finds, and a line for each fault. */
async function countFound(
  all: readonly Peer[],
  faults: readonly ServerFault[],
  faultless: ReadonlyMap<Peer, ReadonlySet<string>>,
): Promise<Map<Peer, number>> {
  const counts = new Map(all.map((peer) => [peer, 0]));
  for (const { name, make } of faults) {
    const finders: string[] = [];
    for (const peer of all) {
      const faulty = make();
      const said = await peer.find(faulty.listener, faulty);
      if (said.every((line) => faultless.get(peer)?.has(line) === true)) continue;
      counts.set(peer, (counts.get(peer) ?? 0) + 1);
      finders.push(peer.name);
    }
    console.log(`${name}: ${finders.join(", ") || "nobody"}`);
  }
  return counts;
}

/** What `verifyServer` says of a library. */
async function ourFindings(tested: Library): Promise<readonly string[]> {
  const { failures } = await verified(tested);
  return failures.map(({ check, operationId }) => `${check} of ${operationId}`);
}

async function write(
  table: string,
  found: ReadonlyMap<Peer, number>,
  alarms: number,
  compared: readonly ComparedPeer[],
) {
  const planted = Object.values(groups).flat().length;
  const [ours, ...peers] = [...found].map(([{ name }, count]) => ({ name, count }));
  const best = peers.toSorted((one, other) => other.count - one.count)[0];
  const sentence =
    `Of ${planted} faults that we planted ourselves, one at a time, into a service of ours, \`verify\` finds ${ours?.count} and says ` +
    `${alarms} things of the faultless service; the best of ${peers.length} peers, ${best?.name}, finds ${best?.count}.`;
  await writeFigures(
    "faults",
    {
      "packages/verify/README.md": table,
      "docs/figures.md": sentence,
      "README.md": sentence,
      "docs/README.md": sentence,
    },
    {
      reading: undefined,
      measured: "faults of which anything is said that is not said of the faultless service",
      runs: "one run of each fault",
      peers: compared,
      leftOut:
        "Schemathesis, which needs Python, and faults of connections, which the peers cannot be shown",
    },
  );
}
