import { invalid, Refusal } from "./errors.ts";
import { faulty } from "./faults.ts";
import { partsOf, textOf } from "./multipart.ts";
import type { Part } from "./multipart.ts";

export type Upload = { name: string; mediaType: string; note: string | null; content: Buffer };

export const fileLimit = 1_048_576;
export const uploadLimit = fileLimit + 65_536;

function noteOf(parts: Part[]): string | null {
  const [part, ...others] = parts.filter(({ name }) => name === "note");
  if (part === undefined) return null;
  if (others.length > 0 || part.fileName !== undefined)
    throw invalid("/note", "One text is expected.");
  const note = textOf(part.content);
  if ([...note].length > 200) throw invalid("/note", "The note has more than 200 characters.");
  return note;
}

/** The name without the folders that some clients send. */
function nameOf({ fileName = "" }: Part): string {
  const name = fileName.split(/[/\\]/).at(-1) ?? "";
  if (name === "" || [...name].length > 120 || /\p{Cc}/u.test(name))
    throw invalid("/file", "The name of a file has 1 to 120 characters.");
  return faulty("file-name-mangled") ? Buffer.from(name, "utf8").toString("latin1") : name;
}

function checkMediaType({ mediaType }: Part): void {
  if (!/^[\w.!#$&^+-]+\/[\w.!#$&^+-]+\s*(;[\x20-\x7e]*)?$/.test(mediaType))
    throw invalid("/file", "The part has no media type.");
}

/** The file of an upload, checked. */
export function uploadOf(contentType: string, body: Buffer): Upload {
  const parts = partsOf(contentType, body);
  const unknown = parts.find(({ name }) => name !== "file" && name !== "note");
  if (unknown !== undefined) throw invalid(`/${unknown.name}`, "The form has no such part.");
  const [file, ...others] = parts.filter(({ name }) => name === "file");
  if (file?.fileName === undefined || others.length > 0)
    throw invalid("/file", "One file is expected.");
  const { content, mediaType } = file;
  if (content.length === 0) throw invalid("/file", "The file is empty.");
  if (content.length > fileLimit) throw new Refusal(413, "The file is larger than 1 MiB.");
  checkMediaType(file);
  return { name: nameOf(file), mediaType, note: noteOf(parts), content };
}
