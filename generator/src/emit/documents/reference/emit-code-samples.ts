import { pointerParts, type JsonObject } from "@openapi-packages/description/json/json";
import type { EmitModel } from "../../emit-model.ts";
import { jsonFile, type EmitOptions, type EmittedFile } from "../../emitted-file.ts";
import { codeSamplesName, packageName } from "../../package-names.ts";
import type { PartName } from "../../parts.ts";
import { clientProgram, type GroupedOperation } from "./client-code.ts";
import { curlCommand } from "./curl-code.ts";
import { codeContext, type CodeContext } from "./reference-context.ts";

/**
 * Emits an overlay that adds `x-codeSamples` to operations (OpenAPI Overlay 1.0; Extension Registry, `x-codeSamples`), in
 * the languages' names that GitHub's Linguist has, as Redoc asks for. An operation without an example gets none.
 *
 * @param parts the generated parts; only with a client there is code that calls it
 */
export function emitCodeSamples(
  given: EmitModel,
  options: EmitOptions,
  parts: ReadonlySet<PartName>,
): EmittedFile[] {
  const context = codeContext(given, options);
  const { title, version, groups } = context.model;
  const kinds = new Set(options.codeSamples);
  if (!parts.has("client")) kinds.delete("client");
  const actions = groups.flatMap((group) =>
    group.operations.flatMap((operation) => {
      const samples = samplesOf(context, { group, operation }, kinds);
      if (samples.length === 0) return [];
      return [{ target: jsonPath(operation.pointer), update: { "x-codeSamples": samples } }];
    }),
  );
  // An overlay has at least one action.
  if (actions.length === 0) return [];
  return [
    jsonFile(`contract/${codeSamplesName}`, {
      overlay: "1.0.0",
      info: { title: `Code samples of ${title}`, version },
      actions,
    }),
  ];
}

function samplesOf(
  context: CodeContext,
  grouped: GroupedOperation,
  kinds: ReadonlySet<string>,
): readonly JsonObject[] {
  const { options, model, inputs } = context;
  const example = inputs.of(grouped.operation);
  const sample = (lang: string, label: string, lines: readonly string[]): readonly JsonObject[] =>
    lines.length === 0 ? [] : [{ lang, label, source: `${lines.join("\n")}\n` }];
  const label = options.layout === "folder" ? "TypeScript" : packageName(options, "client");
  return [
    ...(kinds.has("client")
      ? sample("TypeScript", label, clientProgram(context, grouped, example))
      : []),
    ...(kinds.has("curl") && example !== undefined
      ? sample("Shell", "curl", curlCommand(model, grouped.operation, example))
      : []),
  ];
}

/** Writes the JSONPath of what a JSON pointer leads to, with names in single quotes (RFC 9535, section 2.3.1). */
function jsonPath(pointer: string): string {
  const steps = pointerParts(pointer).map((name) => {
    if (/^[A-Za-z_]\w*$/.test(name)) return `.${name}`;
    const inner = JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
    return `['${inner}']`;
  });
  return `$${steps.join("")}`;
}
