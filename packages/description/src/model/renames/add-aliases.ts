import { groupName } from "../../names/names.ts";
import { tagsByName } from "../../load/openapi/tag-tree.ts";
import type { ApiModel, OperationGroup } from "../api-model.ts";
import type { ModelContext } from "../model-context.ts";
import { withEarlierOperations } from "./earlier-operations.ts";
import { withEarlierSchemas } from "./earlier-schemas.ts";
import { aliasesIn } from "./renamed-from.ts";

/**
 * Adds to a model the earlier names of operations, schemas and groups (`x-renamed-from`), which are
 * exported as deprecated aliases.
 */
export function withAliases(
  context: ModelContext,
  model: ApiModel,
  namedByAuthors: ReadonlySet<string>,
): ApiModel {
  const operations = withEarlierOperations(context, model.groups, model.version);
  const groups = withEarlierGroups(context, operations, model.version);
  const renamed = { ...model, groups };
  return { ...renamed, schemas: withEarlierSchemas(renamed, namedByAuthors) };
}

/** Adds to groups the property names that they had on the client. */
function withEarlierGroups(
  context: ModelContext,
  groups: readonly OperationGroup[],
  version: string,
): readonly OperationGroup[] {
  const tags = tagsByName(context.document);
  const taken = new Set([...groups.map(({ name }) => name), "core", "raw"]);
  return groups.map((group) => {
    const names = aliasesIn(tags.get(group.tag), version).map(({ name }) => groupName(name));
    const free = names.filter((name) => !taken.has(name) && taken.add(name));
    return free.length === 0 ? group : { ...group, earlierNames: free };
  });
}
