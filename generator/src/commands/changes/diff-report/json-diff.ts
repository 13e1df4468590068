import type { Verdict } from "@openapi-packages/cli/explain/pages";
import { jsonText } from "@openapi-packages/cli/json-text";
import type { Verdicts } from "../../../changes/diff/change-kinds.ts";
import type { CompiledImpact } from "../../../changes/impact/impact-types.ts";
import type { CompiledDocument, DiffDocument } from "../json-documents.ts";
import { allErrors, inOrder } from "./diff-words.ts";
import type { Diff } from "./diff.ts";

/** Formats a comparison as JSON, see {@link DiffDocument}. */
export function jsonDiff({ changes, compiled, surface, stability, ...sides }: Diff): string {
  const countsFor = (key: keyof Verdicts): Readonly<Record<Verdict, number>> => {
    const of = Map.groupBy(changes, ({ verdicts }) => verdicts[key]);
    const count = (verdict: Verdict): number => of.get(verdict)?.length ?? 0;
    return { breaking: count("breaking"), compatible: count("compatible"), none: count("none") };
  };
  const counts = {
    compile: countsFor("compile"),
    run: countsFor("run"),
    handlers: countsFor("handlers"),
  };
  const document: DiffDocument = {
    ...sides,
    ...(stability === undefined ? {} : { stability }),
    counts,
    changes: inOrder(changes),
    ...(compiled === undefined ? {} : { compiled: compiledDocument(compiled) }),
    ...(surface === undefined ? {} : { surface }),
  };
  return jsonText(document);
}

function compiledDocument(compiled: CompiledImpact): CompiledDocument {
  const { files, earlier, other, notes } = compiled;
  return { files, errors: allErrors(compiled).length, earlier, other, notes };
}
