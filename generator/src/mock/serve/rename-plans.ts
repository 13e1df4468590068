import type { OperationRenames, RenamedBody, RenamedPart } from "@openapi-packages/runtime";
import type {
  OperationRenamePlan,
  PlannedRenames,
  RenamePart,
  RenamePlan,
} from "../../compile/renames/plan-renames.ts";

/** What an operation accepts by earlier names, as the runtime takes it. */
export function operationRenames(
  { named, commonError }: PlannedRenames,
  { locations, body, responses }: OperationRenamePlan,
): OperationRenames {
  const part = (one: RenamePart): RenamedPart => {
    if (!("name" in one)) return bodyOf(one);
    const { name } = one;
    return () => {
      const plan = named.get(name);
      return plan === undefined ? {} : bodyOf(plan);
    };
  };
  const parts = (all: ReadonlyMap<string, RenamePart>): Readonly<Record<string, RenamedPart>> =>
    Object.fromEntries([...all].map(([name, one]) => [name, part(one)]));
  const bodyOf = ({ names, members, items, others }: RenamePlan): RenamedBody => ({
    names: Object.fromEntries(names),
    members: parts(members),
    ...(items && { items: part(items) }),
    ...(others && { others: { part: part(others.part), but: others.but } }),
  });
  const ofLocations = [...locations].map(
    ([location, names]) => [location, Object.fromEntries(names)] as const,
  );
  return {
    ...Object.fromEntries(ofLocations),
    body: parts(body),
    responses: Object.fromEntries([...responses].map(([status, own]) => [status, parts(own)])),
    ...(commonError && { commonError: part(commonError) }),
  };
}
