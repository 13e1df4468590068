import { checkNumbers, type NumberRanges } from "@openapi-packages/runtime/internals";
import { UsageError } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { unknownName } from "../expectations/expectation-problems.ts";
import type { Case } from "./case.ts";
import type { RunOptions } from "./options.ts";

/** The part of a case by which it is chosen. */
type AnyCase = Omit<Case, "run">;

/** @throws {UsageError} when a numeric option is invalid, or outside of its range */
export function checkRange<Options extends object>(
  options: Options,
  ranges: NumberRanges<Options>,
): void {
  try {
    checkNumbers(options, ranges);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Returns the operations that a run is about. */
export function chosenOperations(
  { operations }: VerifiedApi,
  { operations: ids, tags }: RunOptions,
): VerifiedOperation[] {
  return operations.filter(
    ({ id, tag }) =>
      (ids === undefined || ids.includes(id)) && (tags === undefined || tags.includes(tag)),
  );
}

/** @throws {UsageError} when the options refer to unknown names, a number is invalid, or no operation remains */
export function checkChoice(api: VerifiedApi, options: RunOptions): void {
  checkRange(options, { seed: [-Infinity], maxTime: [0] });
  const { operations } = api;
  const { operations: ids = [], tags = [] } = options;
  const id = ids.find((one) => !operations.some((operation) => operation.id === one));
  if (id !== undefined)
    throw new UsageError(
      unknownName(
        "operation",
        id,
        operations.map((one) => one.id),
      ),
    );
  const tag = tags.find((one) => !operations.some((operation) => operation.tag === one));
  if (tag !== undefined)
    throw new UsageError(
      unknownName(
        "tag",
        tag,
        operations.map((one) => one.tag),
      ),
    );
  if (operations.length > 0 && chosenOperations(api, options).length === 0)
    throw new UsageError("no operation has both a tag and a name that were chosen");
}

/** @throws {UsageError} when there is nothing to verify, since such a run must not pass */
export function checkOperations({ operations }: VerifiedApi): void {
  if (operations.length === 0) throw new UsageError("the description has no operation to verify");
}

/** Returns the options with the seed of the replayed failure, unless they have another. */
export function withReplayedSeed<Options extends RunOptions>(options: Options): Options {
  const [, seed] = /@(\d+)$/.exec(options.replay?.[0] ?? "") ?? [];
  return seed === undefined || options.seed !== undefined
    ? options
    : { ...options, seed: Number(seed) };
}

/**
 * Returns the cases that a run is about, in order.
 *
 * @throws {UsageError} when there is no case for a replayed failure
 */
export function chooseCases<Chosen extends AnyCase>(
  cases: readonly Chosen[],
  options: RunOptions,
): Chosen[] {
  const { replay, operations: ids, tags, statuses } = options;
  if (replay !== undefined) return replay.map((id) => replayed(cases, id));
  return cases.filter(
    ({ operations, aims }) =>
      (ids === undefined || operations.some(({ id }) => ids.includes(id))) &&
      (tags === undefined || operations.some(({ tag }) => tags.includes(tag))) &&
      (statuses === undefined ||
        aims === undefined ||
        aims.some((aim) => statuses.some((one) => matches(aim, one)))),
  );
}

/** Returns the case of a failure. */
function replayed<Chosen extends AnyCase>(cases: readonly Chosen[], failureId: string): Chosen {
  const caseId = failureId.replace(/@\d+$/, "");
  const found = cases.find(({ id }) => id === caseId);
  if (found === undefined)
    throw new UsageError(
      `there is no case ${JSON.stringify(caseId)}: the description or the version is another one`,
    );
  return found;
}

/** True if two statuses match, such as `4XX` and `404` in either order. */
function matches(aim: string, wanted: string): boolean {
  const upper = wanted.toUpperCase();
  return (
    aim === upper ||
    (aim.charAt(0) === upper.charAt(0) && (aim.endsWith("XX") || upper.endsWith("XX")))
  );
}
