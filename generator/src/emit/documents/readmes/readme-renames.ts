import { hasRenames } from "../../contract/renames-file.ts";
import type { ClientModel } from "../../client/client-model.ts";

/** The paragraph about earlier names; nothing where there are none. */
export function renamesSection(model: ClientModel): string[] {
  const isRenamed =
    hasRenames(model) ||
    model.schemas.some(({ earlierNames }) => earlierNames.length > 0) ||
    model.groups.some(
      (group) =>
        group.earlierNames.length > 0 ||
        group.operations.some(({ earlierNames }) => earlierNames.length > 0),
    );
  if (!isRenamed) return [];
  return [
    "What was renamed keeps its earlier name for one major version, marked as `@deprecated`: methods, functions and types have both names, inputs take either and send today's, and what is read has both. The earlier names of members are accessors, which `JSON.stringify` and spreads leave out.",
    "",
  ];
}
