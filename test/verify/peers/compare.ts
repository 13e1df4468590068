/**
 * Which planted faults are found by whom: `verifyServer`, and the peers of npm, which are installed in a temporary folder.
 * Dredd sends requests of its own; Prism's proxy and express-openapi-validator look at those of a story.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Library } from "../library/library.ts";
import { serverFaults } from "../library/server-faults.ts";
import { verified } from "../library/verified.ts";
import { descriptionForPeers } from "./description-for-peers.ts";
import { peersIn, type Peer } from "./peers.ts";

const packages = ["dredd@14", "@stoplight/prism-cli@5", "express@5", "express-openapi-validator@5"];

const folder = mkdtempSync(join(tmpdir(), "peers-"));
try {
  const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages];
  execFileSync("npm", install, { cwd: folder, stdio: ["ignore", 2, 2] });
  const description = join(folder, "openapi.yaml");
  writeFileSync(description, descriptionForPeers());
  const all: readonly Peer[] = [
    { name: "verifyServer", find: (_, library) => ourFindings(library) },
    ...peersIn(folder, description),
  ];
  const faultless = new Map<Peer, ReadonlySet<string>>();
  const clean = new Library();
  for (const peer of all)
    faultless.set(peer, new Set(await peer.find(new Library().listener, clean)));
  console.log(`| fault | ${all.map(({ name }) => name).join(" | ")} |`);
  console.log(`| --- |${" --- |".repeat(all.length)}`);
  const counts = new Map<Peer, number>();
  for (const { name, make } of serverFaults) {
    const cells: string[] = [];
    for (const peer of all) {
      const faulty = make();
      const found = (await peer.find(faulty.listener, faulty)).filter(
        (line) => faultless.get(peer)?.has(line) !== true,
      );
      if (found.length > 0) counts.set(peer, (counts.get(peer) ?? 0) + 1);
      cells.push(found.length > 0 ? "found" : "");
    }
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
  console.log(
    `| ${serverFaults.length} faults | ${all.map((peer) => counts.get(peer) ?? 0).join(" | ")} |`,
  );
  console.log(
    `| said of the faultless | ${all.map((peer) => faultless.get(peer)?.size ?? 0).join(" | ")} |`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What `verifyServer` says of a library. */
async function ourFindings(tested: Library): Promise<readonly string[]> {
  const { failures } = await verified(tested);
  return failures.map(({ check, operationId }) => `${check} of ${operationId}`);
}
