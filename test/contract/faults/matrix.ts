import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { TestContext } from "vitest";
import type { FaultRule } from "@openapi-packages/mock";
import { cellsOf, impossibleOf, isOfStreams, isStreaming } from "./cells.ts";
import type { Cell, CellFault } from "./cells.ts";
import { badOutcome, goodOutcome, outcomeOf } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import { isResumed, isRetried } from "./policy.ts";
import { reach, transports } from "./reach.ts";
import type { Reached } from "./reach.ts";
import { HeldTimers, latency } from "./test-clock.ts";
import { sampled } from "../../test-all.ts";

/**
 * Proves cell by cell what the client makes of faults, over sockets and in memory: of one that happens
 * to every request, as the request itself prefers it, and of one that a rule says happens once. `npm test` tries
 * one of five cells, each fault among them.
 *
 * @param count how many cells there are, so that none falls away unseen.
 */
export function describeMatrix(
  faults: readonly CellFault[],
  count: { readonly cells: number; readonly impossible: number },
): void {
  const cells = cellsOf(faults);
  const impossible = impossibleOf(faults);
  const tried = someOfEach(faults, cells);
  const triedImpossible = someOfEach(faults, impossible);
  const proven = new Set<string>();
  let isWhole: boolean | undefined;

  test("has a cell for every operation and fault", () => {
    expect({ cells: cells.length, impossible: impossible.length }).toStrictEqual(count);
    expect(new Set(tried.map(({ fault }) => fault))).toEqual(new Set(faults));
  });

  describe.each(transports)("over %s", (transport) => {
    const reached = useReached(transport);
    beforeEach(({ task }) => {
      isWhole ??= !isFiltered(task.file.tasks);
    });

    describe.each(byOperation(tried))("$operationId", ({ own }) => {
      test.each(own)("$fault.name", async (cell) => {
        expect(await seenAlways(reached(), cell)).toStrictEqual(expectedAlways(cell));
        expect(await seenOnce(reached(), cell)).toStrictEqual(expectedOnce(cell));
        expect(reached().mock.faults.rules).toStrictEqual([]);
        proven.add(`${transport} ${cell.operation.operationId} ${cell.fault.name}`);
      });
    });

    describe.each(byOperation(triedImpossible))("$operationId", ({ own }) => {
      test.each(own)("cannot have $fault.name: $reason", async (cell) => {
        const { operation, fault } = cell;
        const isRefused = refuses(() => reached().mock.faults.add(ruleOf(cell)));
        expect(isRefused).toBe(isOfStreams(fault));
        const seen = await outcomeOf(reached(), operation, { headers: preferring(cell) });
        expect(seen).toStrictEqual({ ...goodOutcome(operation), requests: [fault.name] });
      });
    });
  });

  afterAll(() => {
    if (isWhole) expect(proven.size).toBe(tried.length * transports.length);
  });
}

/** A client and a mock for the tests of a block, with nothing that takes time. */
export function useReached(transport: (typeof transports)[number]): () => Reached {
  const timers = new HeldTimers();
  let reached: Reached | undefined;
  beforeAll(async () => {
    reached = await reach(transport, timers.expire);
    vi.stubGlobal("setTimeout", timers.start(setTimeout));
    // The client waits for a random time before it tries again.
    vi.spyOn(Math, "random").mockReturnValue(0);
  });
  beforeEach(() => reached?.mock.reset());
  afterAll(async () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    await reached?.[Symbol.asyncDispose]();
  });
  return () => {
    if (reached === undefined) throw new Error("the mock is not started");
    return reached;
  };
}

/** What comes of a fault that each request asks for. */
const seenAlways = (reached: Reached, cell: Cell): Promise<Outcome> =>
  outcomeOf(reached, cell.operation, { headers: preferring(cell) });

function expectedAlways(cell: Cell): Outcome {
  const { fault } = cell;
  // A status that a request asks for is what is to happen, and no fault.
  const name = "status" in fault ? undefined : fault.name;
  return { ...badOutcome(cell), requests: isRetried(cell) ? [name, name] : [name] };
}

/** What comes of a fault that a rule lets happen to the first request; streams are resumed. */
function seenOnce(reached: Reached, cell: Cell): Promise<Outcome> {
  const { operation } = cell;
  reached.mock.faults.add({ ...ruleOf(cell), times: 1 });
  return outcomeOf(reached, operation, isStreaming(operation) ? { resume: true } : {});
}

function expectedOnce(cell: Cell): Outcome {
  const { operation, fault } = cell;
  const name = "status" in fault ? `status ${fault.status}` : fault.name;
  return isRetried(cell) || isResumed(cell)
    ? { ...goodOutcome(operation), requests: [name, undefined] }
    : { ...badOutcome(cell), requests: [name] };
}

function refuses(add: () => unknown): boolean {
  try {
    add();
    return false;
  } catch (error) {
    if (error instanceof TypeError) return true;
    throw error;
  }
}

/** The rule by which a fault happens to an operation. */
export function ruleOf({ operation: { operationId }, fault }: Cell): FaultRule {
  if ("status" in fault) return { operation: operationId, status: fault.status };
  if ("isLate" in fault) return { operation: operationId, latency };
  return { operation: operationId, fault: fault.kind };
}

/** The header by which a request asks for a fault. */
function preferring({ fault }: Cell): { readonly prefer: string } {
  if ("status" in fault) return { prefer: `code=${fault.status}` };
  return { prefer: "isLate" in fault ? `latency=${latency}` : `fault=${fault.kind}` };
}

function byOperation<One extends Cell>(
  cells: readonly One[],
): { readonly operationId: string; readonly own: readonly One[] }[] {
  const groups = Map.groupBy(cells, ({ operation }) => operation.operationId);
  return Array.from(groups, ([operationId, own]) => ({ operationId, own }));
}

/** Some cells of each fault, of other operations for each. */
const someOfEach = <One extends Cell>(faults: readonly CellFault[], cells: readonly One[]): One[] =>
  faults.flatMap((fault, at) => {
    const own = cells.filter((cell) => cell.fault === fault);
    return sampled([...own.slice(at), ...own.slice(0, at)], Math.min(5, own.length));
  });

type Tasks = TestContext["task"]["file"]["tasks"];

const isFiltered = (tasks: Tasks): boolean =>
  tasks.some((task) => task.mode === "skip" || (task.type === "suite" && isFiltered(task.tasks)));
