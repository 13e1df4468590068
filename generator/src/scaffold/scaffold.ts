import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UsageError } from "../cli/usage-error.ts";
import { DiagnosticsError, uniqueDiagnostics } from "../diagnostics.ts";
import type { LeftOut } from "../load/filter-types.ts";
import type { LoadOptions } from "../load/load-options.ts";
import { loadDocument, type OpenApiDocument } from "../load/load-document.ts";
import type { ApiModel, Operation, OperationGroup } from "../model/api-model.ts";
import { buildApiModel, type ModelResult } from "../model/build-api-model.ts";
import { withoutOverflow } from "../overflow.ts";
import { printFiles } from "../print/print-files.ts";
import { noCache } from "../write/text-cache.ts";
import { handlerFiles, type HandlerFileOptions, type Selected } from "./handler-files.ts";

/** What a scaffold run is told. */
export interface ScaffoldOptions extends HandlerFileOptions, LoadOptions {
  readonly spec: string;
  /** Absolute path of the folder of handlers. */
  readonly out: string;
  /** operationIds; with `tags` empty too, all operations are meant. */
  readonly operations: readonly string[];
  readonly tags: readonly string[];
}

/** Paths relative to the folder, with `/`. */
export interface ScaffoldResult {
  readonly created: readonly string[];
  /** What existed, and was left as it is. */
  readonly kept: readonly string[];
  /** What the filters have left out. */
  readonly leftOut: LeftOut;
}

/**
 * Writes a file per handler and an index. They are the user's from then on: what exists is never
 * touched.
 *
 * @throws {DiagnosticsError} when the description cannot be read
 * @throws {UsageError} when an operation or tag that was asked for does not exist
 */
export async function scaffold(options: ScaffoldOptions): Promise<ScaffoldResult> {
  const document = await loadDocument(options.spec, options);
  const { model, diagnostics } = modelOf(document, options.spec);
  const findings = uniqueDiagnostics([...document.diagnostics, ...diagnostics]);
  if (findings.some(({ severity }) => severity === "error")) throw new DiagnosticsError(findings);
  const selected = select(model, options);
  const files = await printFiles(handlerFiles(model, selected, options), noCache, "");
  const created: string[] = [];
  const kept: string[] = [];
  for (const { path, text } of files) {
    const absolute = join(options.out, path);
    if (existsSync(absolute)) {
      kept.push(path);
      continue;
    }
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, text, { flag: "wx" });
    created.push(path);
  }
  return { created, kept, leftOut: document.leftOut };
}

function modelOf(document: OpenApiDocument, spec: string): ModelResult {
  try {
    return buildApiModel(document);
  } catch (error) {
    throw withoutOverflow(error, spec);
  }
}

function select(model: ApiModel, { operations, tags }: ScaffoldOptions): Selected[] {
  const all = model.groups.flatMap((group) =>
    group.operations.map((operation) => ({ group, operation })),
  );
  if (operations.length === 0 && tags.length === 0) return all;
  const isMeant = ({
    group,
    operation,
  }: {
    group: OperationGroup;
    operation: Operation;
  }): boolean =>
    operations.includes(operation.id) || tags.includes(group.tag) || tags.includes(group.name);
  for (const id of operations) {
    if (!all.some(({ operation }) => operation.id === id))
      throw new UsageError(`the description has no operation ${JSON.stringify(id)}`);
  }
  for (const tag of tags) {
    if (!all.some(({ group }) => group.tag === tag || group.name === tag))
      throw new UsageError(`the description has no tag ${JSON.stringify(tag)}`);
  }
  return all.filter(isMeant);
}
