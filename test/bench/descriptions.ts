import { basename } from "node:path";
import { loadDocument } from "../../packages/description/src/load/load-document.ts";
import { buildApiModel } from "../../packages/description/src/model/build-api-model.ts";
import { count } from "./table.ts";

/** What tables call a description: its title and how many operations it has, since its path is of one machine. */
export async function titleOf(description: string): Promise<string> {
  const document = await loadDocument(description);
  const { info = {} } = document.value as { readonly info?: { readonly title?: unknown } };
  const title = typeof info.title === "string" ? info.title : basename(description);
  const operations = buildApiModel(document).model.groups.flatMap((group) =>
    group.kind === "tag" ? group.operations : [],
  );
  // Whoever wrote the title does not write our tables.
  return `${title.replaceAll(/[^\p{L}\p{N} .,-]/gu, "")}, ${count(operations.length)} operations`;
}
