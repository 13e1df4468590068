import type { Annotation } from "@openapi-packages/cli/annotation";
import { shortened, visible } from "@openapi-packages/description/diagnostics/diagnostics";
import type {
  CompileError,
  HandlerPlace,
  ImpactedChange,
} from "../../../changes/impact/impact-types.ts";
import { githubText } from "../../github-report.ts";
import { surfaceAnnotations } from "./surface-report.ts";
import {
  allErrors,
  brokenText,
  inOrder,
  placeText,
  summary,
  touchedText,
  worst,
} from "./diff-words.ts";
import type { Diff } from "./diff.ts";

/** Formats a comparison as annotations of GitHub Actions. */
export function githubDiff(diff: Diff): string {
  const { head: file, changes, compiled } = diff;
  const annotations = inOrder(changes).map((change): Annotation => {
    const { code, message, base, head, touches, excused } = change;
    const lines = [
      visible(shortened(message)),
      ...(worst(change) === "breaking" ? [`breaks: ${brokenText(change)}`] : []),
      ...(excused === undefined ? [] : [`callers: not counted, it was ${excused}`]),
      ...(base === undefined ? [] : [`was: ${placeText(base)}`]),
      `touches: ${touchedText(touches, (name) => visible(name))}`,
    ];
    return {
      command: worst(change) === "breaking" ? "error" : "notice",
      title: code,
      message: lines.join("\n"),
      // Something removed has no line in the later description.
      file: head?.file ?? file,
      ...(head && { line: head.line, column: head.column }),
    };
  });
  const handlers = changes.flatMap((change) =>
    change.handlerFiles.map((place) => handlerAnnotation(change, place)),
  );
  const errors = (compiled === undefined ? [] : allErrors(compiled)).map((error) =>
    errorAnnotation(
      error,
      changes.filter((change) => change.errors.includes(error)),
    ),
  );
  const notes = (compiled?.notes ?? []).map((note) => `note: ${note}`);
  const own = diff.surface === undefined ? [] : surfaceAnnotations(diff.surface);
  const all = [...annotations, ...own, ...handlers, ...errors];
  return githubText(all, [...notes, ...summary(diff)]);
}

function handlerAnnotation(
  { code, message }: ImpactedChange,
  { handler, file, line }: HandlerPlace,
): Annotation {
  const text = `${visible(handler)} is to be looked at: ${visible(shortened(message))}`;
  const place = line === undefined ? {} : { line };
  return { command: "warning", title: code, message: text, file, ...place };
}

function errorAnnotation(error: CompileError, causes: readonly ImpactedChange[]): Annotation {
  const { file, line, column, code, message } = error;
  const lines = [message, ...causes.map((change) => `since ${shortened(change.message)}`)];
  return {
    command: "error",
    title: code,
    message: lines
      .flatMap((text) => text.split("\n"))
      .map((text) => visible(text))
      .join("\n"),
    file,
    line,
    column,
  };
}
