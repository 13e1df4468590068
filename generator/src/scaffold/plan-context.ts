import type { ApiModel, Operation } from "@openapi-packages/description/model/api-model";
import type { LeftOut } from "@openapi-packages/description/load/filter/filter-operations";
import type { Framework } from "./entry/entry-types.ts";
import { generatedModule } from "./generated-module.ts";
import type { HandlerFolder } from "./handler-folder.ts";
import type { HandlerStyle } from "./handler-files.ts";
import type { IndexContext } from "./index-edits.ts";
import type { Matches, Selected } from "./match-operations.ts";
import type { ScaffoldedOperation } from "./record.ts";
import type { ByHand, Orphaned } from "./scaffold-types.ts";

/** The file that lists all handlers. */
export const indexPath = "index.ts";

/** The input of a plan, and what has been planned so far besides the edits of files. */
export interface PlanContext {
  readonly model: ApiModel;
  readonly leftOut: LeftOut;
  readonly matches: Matches;
  readonly selected: readonly Selected[];
  readonly folder: HandlerFolder;
  readonly style: HandlerStyle;
  /** The path of the store's file. */
  readonly store: string;
  readonly isPruned: boolean;
  /** The framework of the entry; `undefined` if no entry is wanted. */
  readonly entry: Framework | undefined;
  readonly allowOrigins: readonly string[];
  /** Handlers with a body, to be written instead of empty ones. */
  readonly bodies: ReadonlyMap<Operation, string>;
  readonly created: Map<string, string>;
  /** New path by old path. */
  readonly moved: Map<string, string>;
  readonly orphaned: Orphaned[];
  readonly byHand: ByHand[];
  /** The next record. */
  readonly operations: Map<string, ScaffoldedOperation>;
}

/** Returns the user's index; `undefined` if there is none. */
export function indexOf({ folder, style }: PlanContext): IndexContext | undefined {
  const file = folder.file(indexPath);
  const server = generatedModule(style, "server", indexPath);
  return file && { file, server, importExtension: style.importExtension };
}

/** Returns a free path: the given one, or that with the smallest number from 2 on after its name. */
export function freePath({ folder, created, moved }: PlanContext, path: string): string {
  const isTaken = (one: string): boolean =>
    folder.exists(one) || created.has(one) || [...moved.values()].includes(one);
  let free = path;
  for (let number = 2; isTaken(free); number += 1)
    free = path.replace(/\.ts(\.txt)?$/, `-${number}.ts$1`);
  return free;
}
