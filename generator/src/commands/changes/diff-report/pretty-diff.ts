import { shortened, visible } from "@openapi-packages/description/diagnostics/diagnostics";
import type { CompileError, HandlerPlace } from "../../../changes/impact/impact-types.ts";
import { surfaceLines } from "./surface-report.ts";
import {
  brokenText,
  errorPlace,
  inOrder,
  placeText,
  summary,
  touchedText,
  worst,
} from "./diff-words.ts";
import type { Diff } from "./diff.ts";

/** Formats a comparison for a terminal. */
export function prettyDiff(diff: Diff): string {
  const { compiled } = diff;
  const lines = inOrder(diff.changes).flatMap((change) => {
    const { code, message, base, head, touches, errors, handlerFiles, excused } = change;
    const names = touchedText(touches, (name) => visible(name));
    const broken = brokenText(change);
    return [
      `${placeText(head ?? base)}  ${worst(change)} ${code}  ${visible(shortened(message))}`,
      ...(broken === "" ? [] : [`    breaks: ${broken}`]),
      ...(excused === undefined ? [] : [`    callers: not counted, it was ${excused}`]),
      ...(head === undefined || base === undefined ? [] : [`    was: ${placeText(base)}`]),
      ...(names === "" ? [] : [`    touches: ${names}`]),
      ...handlerFiles.map((place) => `    handler: ${handlerText(place)}`),
      ...errors.map((error) => `    does not compile: ${errorText(error)}`),
    ];
  });
  const other = (compiled?.other ?? []).map((error) => `    ${errorText(error)}`);
  const heading =
    other.length === 0 ? [] : ["does not compile, for reasons that are not a single change:"];
  const notes = (compiled?.notes ?? []).map((note) => `note: ${note}`);
  const own = diff.surface === undefined ? [] : surfaceLines(diff.surface);
  return `${[...lines, ...own, ...heading, ...other, ...notes, ...summary(diff)].join("\n")}\n`;
}

const handlerText = ({ handler, file, line }: HandlerPlace): string =>
  `${visible(file)}${line === undefined ? "" : `:${line}`} (${visible(handler)})`;

/** The place, code and first line of a compile error; its further lines only give the compiler's reasoning. */
function errorText(error: CompileError): string {
  const [first = ""] = error.message.split("\n");
  return `${errorPlace(error)} ${error.code}: ${visible(shortened(first))}`;
}
