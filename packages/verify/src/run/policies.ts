import type { Failure } from "../report/report.ts";

/** The most operations that a message names. Reports of machines have all. */
const mostNames = 20;

/**
 * Makes one failure of those that show the same policy in several operations: the first one, which names the
 * operations.
 */
export function onePerPolicy(failures: readonly Failure[]): Failure[] {
  const groups = Map.groupBy(failures, ({ check, policy, id }) =>
    policy === undefined ? `${check} of ${id}` : `${check}: ${policy}`,
  );
  return failures.flatMap((failure) => {
    const { check, policy } = failure;
    if (policy === undefined) return [failure];
    const group = groups.get(`${check}: ${policy}`) ?? [];
    return group[0] === failure ? [merged(failure, policy, group)] : [];
  });
}

function merged(first: Failure, policy: string, group: readonly Failure[]): Failure {
  const operationIds = [...new Set(group.flatMap(({ operationId }) => operationId ?? []))];
  const ids = new Set(group.flatMap(({ id, alsoIn }) => [id, ...alsoIn]));
  ids.delete(first.id);
  const alsoIn = [...ids];
  if (operationIds.length < 2) return { ...first, alsoIn };
  const more = operationIds.length - mostNames;
  const names = [...operationIds.slice(0, mostNames), ...(more > 0 ? [`${more} more`] : [])];
  const example = first.message === policy ? "" : `: ${first.message}`;
  const message = `${policy}, in ${operationIds.length} operations (${names.join(", ")})${example}`;
  return { ...first, message, operationIds, alsoIn };
}
