import { generatedModule } from "./generated-module.ts";
import type { HandlerStyle } from "./handler-files.ts";
import { renameInIndex } from "./index-edits.ts";
import type { Known } from "./match-operations.ts";
import { indexOf, indexPath, type PlanContext } from "./plan-context.ts";
import { renameTypes, type TypeRename } from "./rename-types.ts";
import type { Renamed } from "./scaffold-types.ts";
import type { Operation } from "@openapi-packages/description/model/api-model";

/**
 * Returns the types that a handler may use: its own, those of its input and result, and that of its answer.
 */
export function typesOf({ typeName, inputTypeName, resultTypeName }: Operation): string[] {
  return [`${typeName}Handler`, inputTypeName, resultTypeName, `${typeName}Answer`];
}

/** The indexes of the types that the server's package exports; the contract exports the others. */
const ofServer = new Set([0, 3]);

/** Updates the names of renamed operations: their types, and their members in the index. */
export function planRenames(context: PlanContext): Renamed[] {
  const { matches, selected, folder, style, byHand } = context;
  const known = selected.flatMap(({ operation }) => matches.known.get(operation) ?? []);
  const renamesIn = (path: string): TypeRename[] =>
    known.flatMap((one) => typeRenames(one, style, path));
  for (const path of folder.holding(renamesIn(indexPath).map(({ from }) => from))) {
    const file = folder.file(path);
    if (file !== undefined) renameTypes(file, renamesIn(path));
  }
  const index = indexOf(context);
  for (const { group, operation, scaffolded } of known) {
    const to = { group: group.name, member: operation.methodName };
    const isSame = to.group === scaffolded.group && to.member === scaffolded.member;
    if (index === undefined || isSame || renameInIndex(index, scaffolded, to)) continue;
    const message = `move ${scaffolded.group}.${scaffolded.member} to ${to.group}.${to.member}`;
    byHand.push({ path: indexPath, message });
  }
  return known.flatMap(({ from, operation, proof }) =>
    proof === undefined ? [] : [{ from, to: operation.id, proof }],
  );
}

function typeRenames(
  { operation, scaffolded }: Known,
  style: HandlerStyle,
  path: string,
): TypeRename[] {
  const current = typesOf(operation);
  return scaffolded.types.flatMap((from, index) => {
    const to = current[index];
    const module = generatedModule(style, ofServer.has(index) ? "server" : "contract", path);
    return to === undefined || to === from ? [] : [{ module, from, to }];
  });
}
