import type { EmitModel } from "../../emit-model.ts";

/** Writes the paragraph about earlier names; empty if there are none. */
export function renamesSection({ schemas, groups }: EmitModel): string[] {
  const isRenamed = [...schemas, ...groups, ...groups.flatMap((group) => group.operations)].some(
    ({ earlierNames }) => earlierNames.length > 0,
  );
  if (!isRenamed) return [];
  return [
    "Operations, tags and schemas that were renamed keep their earlier names in code for one major version, marked as `@deprecated`: methods, functions and types have both names.",
    "",
  ];
}
