import { unknownName } from "@openapi-packages/description/load/filter/filter-names";
import { resolve } from "node:path";
import { projectImports } from "../project/project-imports.ts";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import {
  DiagnosticsError,
  uniqueDiagnostics,
} from "@openapi-packages/description/diagnostics/diagnostics";
import { buildDatedModel } from "@openapi-packages/compiler/compile/codecs/build-dated-model";
import { DatedText } from "@openapi-packages/compiler/compile/codecs/dated-text";
import { compileValidators } from "@openapi-packages/compiler/compile/compile-validators";
import { AnswerMaker } from "@openapi-packages/compiler/mock/answers/answer-maker";
import {
  loadDocument,
  type OpenApiDocument,
} from "@openapi-packages/description/load/load-document";
import type { ApiModel, Operation } from "@openapi-packages/description/model/api-model";
import type { ModelResult } from "@openapi-packages/description/model/build-api-model";
import { withoutOverflow } from "@openapi-packages/description/diagnostics/overflow";
import { checkWritable } from "../write/writable-folder.ts";
import { openRemoteCache } from "@openapi-packages/description/load/read/remote-cache";
import { applyPlan } from "./apply-plan.ts";
import { handlerPath, storePath, type HandlerStyle } from "./handler-files.ts";
import { HandlerFolder } from "./handler-folder.ts";
import { allOperations, matchOperations, type Selected } from "./match-operations.ts";
import { indexPath, type PlanContext } from "./plan-context.ts";
import { planScaffold } from "./plan-scaffold.ts";
import { nothingToPromote, promotedBody } from "./promoted-body.ts";
import { readRecord, type ScaffoldRecord } from "./record.ts";
import type { ScaffoldOptions, ScaffoldResult } from "./scaffold-types.ts";

export type { ScaffoldOptions, ScaffoldResult } from "./scaffold-types.ts";

/**
 * Writes handlers for operations that have none, and an index of all. The files belong to the user: later
 * runs add what is new, and change only lines that name something renamed.
 *
 * @throws {DiagnosticsError} if the description is invalid
 * @throws {UsageError} if a selected operation or tag does not exist
 * @throws {ScaffoldError} if a file in the folder does not parse; no file is then changed
 * @throws {WriteError} if a file cannot be written
 */
export async function scaffold(options: ScaffoldOptions): Promise<ScaffoldResult> {
  const document = await loadDocument(options.spec, {
    cache: openRemoteCache(options.out),
    ...options,
  });
  const { model, diagnostics } = modelOf(document, options);
  const all = uniqueDiagnostics([...document.diagnostics, ...diagnostics]);
  if (all.some(({ severity }) => severity === "error")) throw new DiagnosticsError(all);
  const selected = select(model, options);
  checkWritable(options.out);
  const record = readRecord(options.out);
  const style = styleOf(options, record);
  const folder = new HandlerFolder(options.out);
  const { leftOut } = document;
  const matches = matchOperations(model, record ?? { ...style, operations: new Map() }, leftOut);
  // Open all files first, so that one that does not parse is reported before anything is planned.
  const scaffolded = [...(record?.operations.values() ?? [])].map(({ file }) => file);
  const targets = selected.map((one) => handlerPath(one, style.layout));
  folder.open([indexPath, ...scaffolded, ...targets]);
  const context: PlanContext = {
    model,
    leftOut,
    matches,
    selected,
    folder,
    style,
    store: storePath(model.groups, style),
    isPruned: options.prune === true,
    entry: options.entry,
    allowOrigins: options.allowOrigins ?? [],
    bodies: options.promote === true ? bodiesOf(model, selected, options) : new Map(),
    created: new Map(),
    moved: new Map(),
    orphaned: [],
    byHand: [],
    operations: new Map(),
  };
  const plan = await planScaffold(context, record);
  if (options.dryRun !== true) applyPlan(options.out, plan);
  return plan.result;
}

function modelOf(document: OpenApiDocument, { spec, dates, int64 }: ScaffoldOptions): ModelResult {
  try {
    return buildDatedModel(document, { dates, int64 });
  } catch (error) {
    throw withoutOverflow(error, spec);
  }
}

/** Returns the style to write in: that of the options, otherwise that of the folder. */
function styleOf(options: ScaffoldOptions, record: ScaffoldRecord | undefined): HandlerStyle {
  return {
    ...(options.scope === undefined ? {} : { scope: options.scope }),
    ...(options.name === undefined ? {} : { name: options.name }),
    out: options.out,
    server: options.server === undefined ? undefined : resolve(options.server),
    layout: options.layout ?? record?.layout ?? "operation",
    template: options.template ?? record?.template ?? "plain",
    importExtension:
      options.importExtension ?? record?.importExtension ?? projectImports(options.out).extension,
  };
}

/** Returns the mocks' answers as code of handlers. An operation that was named must have one. */
function bodiesOf(
  model: ApiModel,
  selected: readonly Selected[],
  { operations, dates, int64 }: ScaffoldOptions,
): Map<Operation, string> {
  const dated = dates === undefined && int64 === undefined ? undefined : new DatedText(model.types);
  const maker = new AnswerMaker(model, compileValidators(model));
  return new Map(
    selected.flatMap(({ operation }): [Operation, string][] => {
      const answer = maker.answer(operation).answers[0]?.answer;
      if (answer !== undefined) return [[operation, promotedBody(model, operation, answer, dated)]];
      if (operations.includes(operation.id)) throw new UsageError(nothingToPromote(operation));
      return [];
    }),
  );
}

function select(model: ApiModel, { operations, tags }: ScaffoldOptions): Selected[] {
  const all = allOperations(model);
  if (operations.length === 0 && tags.length === 0) return all;
  for (const id of operations) {
    if (!all.some(({ operation }) => operation.id === id))
      throw unknownName(
        "operation",
        id,
        all.map(({ operation }) => operation.id),
      );
  }
  for (const tag of tags) {
    if (!all.some(({ group }) => group.tag === tag || group.name === tag))
      throw unknownName(
        "tag",
        tag,
        all.map(({ group }) => group.tag),
      );
  }
  return all.filter(
    ({ group, operation }) =>
      operations.includes(operation.id) || tags.includes(group.tag) || tags.includes(group.name),
  );
}
