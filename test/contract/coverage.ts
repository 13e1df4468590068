import { describedOperations, description } from "./description.ts";
import type { SubjectName } from "./subjects/subject.ts";

/** One answer of one operation, delivered by one subject. */
export interface Delivery {
  readonly operationId: string;
  readonly subject: SubjectName;
  readonly status: number;
}

const keyOf = ({ operationId, subject, status }: Delivery): string =>
  `${operationId} ${subject} ${status}`;

/** Every delivery that the description demands: each status of each operation, by each subject. */
export function demandedDeliveries(subjects: readonly SubjectName[]): Delivery[] {
  const common = description["x-common-errors"].statuses;
  return describedOperations.flatMap(({ operation: { operationId, responses } }) =>
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

  constructor(subjects: readonly SubjectName[]) {
    this.#subjects = subjects;
    this.#demanded = demandedDeliveries(subjects);
  }

  record(delivery: Delivery): void {
    this.#seen.add(keyOf(delivery));
  }

  /** The demanded deliveries that have not been seen, as `operation subject status`. */
  missing(): string[] {
    return this.#demanded.map(keyOf).filter((key) => !this.#seen.has(key));
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
    const seen = counted.filter((delivery) => this.#seen.has(keyOf(delivery)));
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
