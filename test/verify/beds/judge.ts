/** A thread that judges faults of services, one after the other, as `compare.ts` asks for them. */
import { parentPort } from "node:worker_threads";
import { lineOf, readBeds, verdictOf, verifyBed, type Verdict } from "./bed.ts";

/** A fault to be judged. */
export interface AskedFault {
  readonly bed: string;
  readonly fault: string;
  readonly seed: number;
  /** What is said of the service without faults, a line each. */
  readonly usual: ReadonlySet<string>;
}

/** What became of a fault. */
export interface JudgedFault {
  readonly verdict: Verdict;
  /** What was said, but for what is said without faults. */
  readonly lines: readonly string[];
}

const beds = readBeds();

async function judge({ bed: name, fault: id, seed, usual }: AskedFault): Promise<JudgedFault> {
  const bed = beds.find((one) => one.name === name);
  const fault = bed?.faults.find((one) => one.id === id);
  if (bed === undefined || fault === undefined) throw new Error(`there is no fault ${name}/${id}`);
  const { failures } = await verifyBed(bed, id, { seed });
  const said = failures.filter((failure) => !usual.has(lineOf(failure)));
  return { verdict: verdictOf(fault, said), lines: [...new Set(said.map(lineOf))] };
}

parentPort?.on("message", (asked: AskedFault) => {
  void judge(asked).then((judged) => parentPort?.postMessage(judged));
});
