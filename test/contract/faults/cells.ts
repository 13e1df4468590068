import { operations, successOf } from "../cases.ts";
import type { OperationCase } from "../cases.ts";
import type { FaultKind } from "@openapi-packages/mock";
import { statuses } from "./documented-errors.ts";

/** What goes wrong: a documented error is answered, the transport fails, or the answer is late. */
export type CellFault =
  | { readonly name: string; readonly status: number }
  | { readonly name: string; readonly kind: FaultKind }
  | { readonly name: string; readonly isLate: true };

/** One operation with one thing that goes wrong. */
export interface Cell {
  readonly operation: OperationCase;
  readonly fault: CellFault;
}

/** A cell that there cannot be. */
export interface ImpossibleCell extends Cell {
  readonly reason: string;
}

/** Every documented error, by its status. */
export const documentedErrors: readonly CellFault[] = statuses.map((status) => ({
  name: String(status),
  status,
}));

const kinds: readonly FaultKind[] = [
  "reset",
  "half-body",
  "malformed-json",
  "drip",
  "stream-error",
  "stream-truncated",
];

/** Everything that can go wrong between a client and a server. */
export const networkFaults: readonly CellFault[] = [
  ...kinds.map((kind) => ({ name: kind, kind })),
  { name: "latency", isLate: true },
];

/** Whether an operation answers with a stream of items. */
export const isStreaming = (operation: OperationCase): boolean =>
  successOf(operation).events !== undefined;

/** Whether a fault is one of streams alone. */
export const isOfStreams = (fault: CellFault): boolean =>
  "kind" in fault && (fault.kind === "stream-error" || fault.kind === "stream-truncated");

/** Why a fault cannot happen to an operation; `undefined` where it can. */
export function reasonAgainst({ operation, fault }: Cell): string | undefined {
  const kind = "kind" in fault ? fault.kind : undefined;
  if (isOfStreams(fault) && !isStreaming(operation)) return "its answer is not a stream";
  const { body, events } = successOf(operation);
  const hasBody = body !== undefined || events !== undefined;
  if (hasBody) return undefined;
  if (kind === "malformed-json") return "its answer has no JSON";
  return kind === "drip" ? "its answer has no bytes" : undefined;
}

/** The cells of some faults: every operation with each of them, but for what cannot be. */
export function cellsOf(faults: readonly CellFault[]): readonly Cell[] {
  return allOf(faults).filter((cell) => reasonAgainst(cell) === undefined);
}

/** What of {@link cellsOf} is left out, with the reason. */
export function impossibleOf(faults: readonly CellFault[]): readonly ImpossibleCell[] {
  return allOf(faults).flatMap((cell) => {
    const reason = reasonAgainst(cell);
    return reason === undefined ? [] : [{ ...cell, reason }];
  });
}

const allOf = (faults: readonly CellFault[]): readonly Cell[] =>
  operations.flatMap((operation) => faults.map((fault) => ({ operation, fault })));
