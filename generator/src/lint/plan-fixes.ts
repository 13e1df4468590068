import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Correction } from "@openapi-packages/description/diagnostics/correction";
import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import type { SourceLocation } from "@openapi-packages/description/diagnostics/diagnostics";
import {
  FileEditor,
  type FileEdit,
  type RefusedEdit,
} from "@openapi-packages/description/load/edit/file-edit";
import type { TextEdit } from "@openapi-packages/description/load/edit/text-edit";
import { isUrl } from "@openapi-packages/description/load/read/source-names";
import type { SourceFile } from "@openapi-packages/description/load/read/source-file";
import type { ReadDescription } from "./read-description.ts";

/** A correction that can be written into a file of the user. */
export interface Fix extends FileEdit {
  readonly code: DiagnosticCode;
  readonly location: SourceLocation;
  readonly file: SourceFile;
  readonly edit: TextEdit;
}

/** A correction that is left to the user, and why. */
export interface LeftFix {
  readonly code: DiagnosticCode;
  readonly location: SourceLocation;
  readonly reason: string;
}

/** The corrections of a description. */
export interface FixPlan {
  readonly fixes: readonly Fix[];
  readonly left: readonly LeftFix[];
}

/**
 * Plans where the corrections of a description are written: as edits of its own files.
 *
 * @param overlays the absolute paths of its overlays
 */
export function planFixes(read: ReadDescription, overlays: ReadonlySet<string>): FixPlan {
  const files = new Map(
    read.sources
      .flatMap((file) => file.parts ?? [file])
      .map((file) => [file.displayPath, editableFile(read, file, overlays)] as const),
  );
  const fixes: Fix[] = [];
  const left: LeftFix[] = [];
  for (const { code, location, written, isContradicted } of distinct(read.corrections)) {
    const found = files.get(location.file);
    const place = { pointer: location.pointer, written };
    const placed = isContradicted ? contradicted : found?.edit(code, place);
    if (found === undefined || placed === undefined) continue;
    if ("reason" in placed) left.push({ code, location, reason: placed.reason });
    else fixes.push({ code, location, file: found.file, ...placed });
  }
  return { fixes, left };
}

const contradicted: RefusedEdit = {
  reason: "other uses of the same place need something else there",
};

/** A file of a description, with what its places become. */
interface EditableFile {
  readonly file: SourceFile;
  edit(code: DiagnosticCode, wanted: FileEdit): PlacedEdit | RefusedEdit;
}

/** An edit of a text, with the place that it writes. */
interface PlacedEdit extends FileEdit {
  readonly edit: TextEdit;
}

/** Looks at a file once, when the first of its places is edited. */
function editableFile(
  read: ReadDescription,
  file: SourceFile,
  overlays: ReadonlySet<string>,
): EditableFile {
  let opened: FileEditor | RefusedEdit | undefined;
  return {
    file,
    edit(code, wanted) {
      if (opened === undefined) {
        const reason = refusalOf(read, file, overlays);
        opened = reason === undefined ? new FileEditor(file.text) : { reason };
      }
      return opened instanceof FileEditor ? placedEdit(opened, code, wanted) : opened;
    },
  };
}

/** Returns an edit with its place, or why there is none. */
function placedEdit(
  editor: FileEditor,
  code: DiagnosticCode,
  wanted: FileEdit,
): PlacedEdit | RefusedEdit {
  const edit = editor.edit(wanted);
  if (!("reason" in edit)) return { ...wanted, edit };
  // `nullable` of OpenAPI 3.0 makes a list of a type, which the file does not have.
  const isOfList = code === "schema-type-unknown" && wanted.pointer.endsWith("/type/0");
  if (!isOfList) return edit;
  const outer = { ...wanted, pointer: wanted.pointer.slice(0, -"/0".length) };
  const own = editor.edit(outer);
  return "reason" in own ? own : { ...outer, edit: own };
}

/** A correction, and whether another one writes something else at its place. */
interface DistinctCorrection extends Correction {
  readonly isContradicted: boolean;
}

/** Returns each place once. Parts of a description that are used several times are corrected by each use. */
function distinct(corrections: readonly Correction[]): DistinctCorrection[] {
  const places = Map.groupBy(
    corrections,
    ({ location: { file, pointer } }) => `${file}#${pointer}`,
  );
  return [...places.values()].flatMap((group): DistinctCorrection[] => {
    const different = group.filter(
      (one, index) =>
        !group.slice(0, index).some((other) => isDeepStrictEqual(one.written, other.written)),
    );
    const [first] = different;
    if (first === undefined) return [];
    if (first.location.pointer.endsWith("/-"))
      return different.map((one) => ({ ...one, isContradicted: false }));
    const lists = different.flatMap(({ written }) =>
      "value" in written && Array.isArray(written.value) ? [written.value] : [],
    );
    const isOfLists = first.location.pointer.endsWith("/parameters");
    if (isOfLists && lists.length === different.length)
      return [{ ...first, written: { value: lists.flat() }, isContradicted: false }];
    return [{ ...first, isContradicted: different.length > 1 }];
  });
}

/** Returns why a file is not edited. */
function refusalOf(
  { isSwagger }: ReadDescription,
  file: SourceFile,
  overlays: ReadonlySet<string>,
): string | undefined {
  if (isSwagger) return "the description is written in Swagger 2.0: convert it to OpenAPI 3";
  if (isUrl(file.path)) return "the file is remote";
  if (overlays.has(file.path)) return "an overlay writes the place";
  if (/[\\/]node_modules[\\/]/.test(file.path)) return "the file belongs to an installed package";
  return isStored(file) ? undefined : "the file is not stored in UTF-8, or is no file";
}

/** True if a file has the text that was read, in UTF-8. */
function isStored({ path, text }: SourceFile): boolean {
  try {
    return readFileSync(path).equals(Buffer.from(text));
  } catch {
    return false;
  }
}
