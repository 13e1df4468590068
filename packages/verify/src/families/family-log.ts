import type { NotCovered } from "../coverage/coverage.ts";
import type { FamilyCoverage, NotTried } from "../coverage/family-coverage.ts";
import type { PlannedFamily } from "./family.ts";

const unfinished: NotCovered = {
  what: "a value or a record that its cases need was not there",
  how: "inputs",
};

const notRun: NotCovered = {
  what: "its cases were not run",
  how: "a longer --max-time, or a wider choice of cases",
};

/**
 * Records which families were tried on which operations. An operation counts as tried by a family if a case of
 * it called the operation and ran to its end without skipping it.
 */
export class FamilyLog {
  readonly #families: readonly PlannedFamily[];
  /** Operations by the case that called them and ended. */
  readonly #tried = new Map<string, Set<string>>();
  /** Reasons by case and operation. */
  readonly #skipped = new Map<string, Map<string, NotCovered>>();
  #caseId = "";
  #operationIds: readonly string[] = [];
  #called = new Set<string>();

  constructor(families: readonly PlannedFamily[]) {
    this.#families = families;
  }

  /**
   * Begins a case. What follows belongs to it.
   *
   * @param operationIds the operations that it is about
   */
  begin(caseId: string, operationIds: readonly string[]): void {
    this.#caseId = caseId;
    this.#operationIds = operationIds;
    this.#called = new Set();
  }

  /** Records a request. One that belongs to no operation counts for those that the case is about. */
  called(operationId: string | undefined): void {
    const ids = operationId === undefined ? this.#operationIds : [operationId];
    for (const id of ids) this.#called.add(id);
  }

  /** Records why the case did not try what it is for on an operation. */
  skip(operationId: string, { what, how }: NotCovered): void {
    const own = this.#skipped.get(this.#caseId) ?? new Map<string, NotCovered>();
    this.#skipped.set(this.#caseId, own.set(operationId, { what, how }));
  }

  /** Ends a case that was run completely. */
  end(): void {
    this.#tried.set(this.#caseId, this.#called);
  }

  /**
   * Returns a row for each family that concerns any of the operations.
   *
   * @param operationIds the operations of the run
   */
  rows(operationIds: readonly string[]): FamilyCoverage[] {
    return this.#families.flatMap((family) => {
      const concerned = operationIds.filter((id) => family.operations.has(id));
      if (concerned.length === 0) return [];
      const reasons = concerned.map((id) => [id, this.#reasonOf(family, id)] as const);
      const tried = reasons.flatMap(([id, reason]) => (reason === undefined ? [id] : []));
      const notTried = reasons.flatMap(([operationId, reason]): NotTried[] =>
        reason === undefined ? [] : [{ operationId, ...reason }],
      );
      return [{ name: family.name, what: family.what, tried, notTried }];
    });
  }

  /** Returns why a family was not tried on an operation; `undefined` if it was. */
  #reasonOf({ caseIds, operations }: PlannedFamily, id: string): NotCovered | undefined {
    let reason = operations.get(id);
    let hasRun = false;
    for (const caseId of caseIds) {
      const skipped = this.#skipped.get(caseId)?.get(id);
      const called = this.#tried.get(caseId);
      if (called?.has(id) === true && skipped === undefined) return undefined;
      hasRun ||= called !== undefined;
      reason ??= skipped;
    }
    return reason ?? (hasRun ? unfinished : notRun);
  }
}
