import { groupName } from "../../names.ts";
import { tagsByName } from "../../load/openapi/tag-tree.ts";
import type { ApiModel, OperationGroup } from "../api-model.ts";
import type { ModelContext } from "../model-context.ts";
import { withEarlierOperations } from "./earlier-operations.ts";
import { withEarlierSchemas } from "./earlier-schemas.ts";
import { standingNames, type RenameProblem } from "./mark-renames.ts";

/**
 * A model with the earlier names of operations, schemas and groups that are still accepted (`x-renamed-from`); those of
 * parameters and properties are where these are described. The very same where the description has none.
 */
export function withRenames(
  context: ModelContext,
  model: ApiModel,
  problems: readonly RenameProblem[],
  namedByAuthors: ReadonlySet<string>,
): ApiModel {
  for (const { code, message, pointer, hint } of problems)
    context.report(code, message, pointer, hint);
  const groups = withEarlierGroups(context, withEarlierOperations(context, model.groups));
  const renamed = { ...model, groups };
  return { ...renamed, schemas: withEarlierSchemas(renamed, namedByAuthors) };
}

/** The groups with the properties that they had on the client. */
function withEarlierGroups(
  context: ModelContext,
  groups: readonly OperationGroup[],
): readonly OperationGroup[] {
  const tags = tagsByName(context.document);
  const taken = new Set([...groups.map(({ name }) => name), "core", "raw"]);
  return groups.map((group) => {
    const names = standingNames(tags.get(group.tag)).flatMap(({ name }) =>
      name === undefined ? [] : [groupName(name)],
    );
    const free = names.filter((name) => !taken.has(name) && taken.add(name));
    return free.length === 0 ? group : { ...group, earlierNames: free };
  });
}
