import { describedOperations, description } from "./description.ts";
import type { SubjectName } from "./subjects/subject.ts";

/** One answer of one operation, delivered by one subject. */
export interface Delivery {
  readonly operationId: string;
  readonly subject: SubjectName;
  readonly status: number;
}

/** How a delivery is written: `operation subject status`. */
export const nameOf = ({ operationId, subject, status }: Delivery): string =>
  `${operationId} ${subject} ${status}`;

const allIds = describedOperations.map(({ operation }) => operation.operationId);

/** Every delivery that the description demands: each status of operations, by each subject. */
export function demandedDeliveries(
  subjects: readonly SubjectName[],
  operationIds: readonly string[] = allIds,
): Delivery[] {
  const common = description["x-common-errors"].statuses;
  const demanded = describedOperations.filter((one) =>
    operationIds.includes(one.operation.operationId),
  );
  return demanded.flatMap(({ operation: { operationId, responses } }) =>
    [...Object.keys(responses).map(Number), ...common].flatMap((status) =>
      subjects.map((subject) => ({ operationId, subject, status })),
    ),
  );
}

/** Which deliveries have been seen, against those that are demanded. */
export class Coverage {
  readonly #subjects: readonly SubjectName[];
  readonly #demanded: readonly Delivery[];
  readonly #seen = new Set<string>();

  /** @param operationIds the operations that are tried; all of them by default */
  constructor(subjects: readonly SubjectName[], operationIds?: readonly string[]) {
    this.#subjects = subjects;
    this.#demanded = demandedDeliveries(subjects, operationIds);
  }

  record(delivery: Delivery): void {
    this.#seen.add(nameOf(delivery));
  }

  /**
   * Makes sure that every demanded delivery has been seen, but for those that are skipped.
   *
   * @throws {Error} naming those that have not been seen, and those that are skipped but have.
   */
  assertComplete(skipped: readonly Delivery[]): void {
    const known = skipped.filter(({ subject }) => this.#subjects.includes(subject));
    const skippedNames = new Set(known.map(nameOf));
    const wrong = this.#demanded
      .map(nameOf)
      .filter((name) => this.#seen.has(name) === skippedNames.has(name));
    if (wrong.length > 0) throw new Error(`not as demanded: ${wrong.join(", ")}`);
  }

  /** A row per operation, a column per subject: the statuses seen of those demanded. */
  table(): string {
    const operationIds = [...new Set(this.#demanded.map(({ operationId }) => operationId))];
    const rows = operationIds.map((operationId) => [
      operationId,
      ...this.#subjects.map((subject) =>
        this.#count((one) => one.operationId === operationId && one.subject === subject),
      ),
    ]);
    const totals = this.#subjects.map((name) => this.#count(({ subject }) => subject === name));
    return layOut([
      ["operation", ...this.#subjects],
      ...rows,
      [`${operationIds.length} operations`, ...totals],
    ]);
  }

  #count(isCounted: (delivery: Delivery) => boolean): string {
    const counted = this.#demanded.filter(isCounted);
    const seen = counted.filter((delivery) => this.#seen.has(nameOf(delivery)));
    return `${seen.length}/${counted.length}`;
  }
}

function layOut(rows: readonly (readonly string[])[]): string {
  const widthOf = (column: number): number =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map(([name = "", ...cells]) => {
      const padded = cells.map((cell, index) => cell.padStart(widthOf(index + 1)));
      return [name.padEnd(widthOf(0)), ...padded].join("  ");
    })
    .join("\n");
}
