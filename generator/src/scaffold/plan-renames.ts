import { generatedModule } from "./generated-module.ts";
import type { HandlerStyle } from "./handler-files.ts";
import { renameInIndex } from "./index-edits.ts";
import type { Known } from "./match-operations.ts";
import { indexOf, indexPath, type PlanContext } from "./plan-context.ts";
import { renameTypes, type TypeRename } from "./rename-types.ts";
import type { Renamed } from "./scaffold-types.ts";
import type { Operation } from "../model/api-model.ts";

/** The types that a handler is written with: its own, those of what it takes and gives, and what it returns. */
export function typesOf({ typeName, inputTypeName, resultTypeName }: Operation): string[] {
  return [`${typeName}Handler`, inputTypeName, resultTypeName, `${typeName}Answer`];
}

/** The places of those that the server's package exports; the contract has the others. */
const ofServer = new Set([0, 3]);

/** Brings names of operations up to date that are called otherwise by now: types, and members of the index. */
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
