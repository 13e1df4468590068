import type { NotCovered } from "../coverage/coverage.ts";
import type { Case, CaseContext } from "../run/case.ts";
import type { Family, PlannedFamily } from "./family.ts";

/** The cases of families, and which operations each family concerns. */
export interface FamilyPlan {
  readonly cases: readonly Case[];
  readonly families: readonly PlannedFamily[];
}

const noCase: NotCovered = {
  what: "the description has nothing that its cases could use",
  how: "a longer description of the operation",
};

/** Makes the cases of families, in their order. */
export function planFamilies(families: readonly Family[], context: CaseContext): FamilyPlan {
  const planned = families.map((family) => ({ family, cases: [...family.make(context)] }));
  return {
    cases: planned.flatMap(({ cases }) => cases),
    families: planned.map(({ family, cases }) => planOf(family, cases, context)),
  };
}

function planOf(family: Family, cases: readonly Case[], context: CaseContext): PlannedFamily {
  const { name, what } = family;
  const withCase = new Set(cases.flatMap((one) => one.operations.map(({ id }) => id)));
  const operations = context.api.operations.flatMap((operation) => {
    const { id } = operation;
    const hasCase = withCase.has(id);
    const isConcerned = family.concerns?.(operation, context) ?? hasCase;
    if (!isConcerned) return [];
    const reason = hasCase ? undefined : (family.without?.(operation, context) ?? noCase);
    return [[id, reason] as const];
  });
  return {
    name,
    what,
    caseIds: new Set(cases.map(({ id }) => id)),
    operations: new Map(operations),
  };
}
