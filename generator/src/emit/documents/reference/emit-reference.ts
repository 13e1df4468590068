import {
  operationGroups,
  type ApiModel,
  type Note,
} from "@openapi-packages/description/model/api-model";
import { ownNames } from "../../client/type-exports.ts";
import type { EmitModel } from "../../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../../emitted-file.ts";
import type { PartName } from "../../parts.ts";
import { indexPage, schemaPage } from "./index-page.ts";
import { MemberTables } from "./member-rows.ts";
import { operationPage } from "./operation-page.ts";
import { pagePaths } from "./page-paths.ts";
import { codeContext, type ReferenceContext, type ShownPackage } from "./reference-context.ts";

/**
 * Emits the Markdown reference, which is part of the contract's package: an index, and a page for
 * each operation.
 *
 * @param parts the generated parts; a page shows code for each package among them
 */
export function emitReference(
  given: EmitModel,
  options: EmitOptions,
  parts: ReadonlySet<PartName>,
): EmittedFile[] {
  const code = codeContext(given, options);
  const { model } = code;
  const context: ReferenceContext = {
    ...code,
    shown: new Set(
      (["client", "server", "mocks"] as const satisfies readonly ShownPackage[]).filter((one) =>
        parts.has(one),
      ),
    ),
    ownNames: ownNames(model),
    members: new MemberTables(model),
    notes: notesByOwner(model),
    paths: pagePaths(model),
  };
  return [
    indexPage(context),
    ...schemaPage(context),
    ...operationGroups(model).flatMap((group) =>
      group.operations.map((operation) => operationPage(context, group, operation)),
    ),
  ];
}

function notesByOwner({ notes }: ApiModel): ReadonlyMap<string, readonly Note[]> {
  return Map.groupBy(notes, ({ place }) => place.split(", ")[0] ?? "");
}
