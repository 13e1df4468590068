import { visible } from "openapi-packages/description";
import type { Piece } from "./secrets.ts";

/** True of controls and signs that turn text around or that nobody sees: a terminal would act on them, or hide them. */
const isUnseen = (text: string): boolean => text.includes("\r") || visible(text) !== text;

/** The end of a line behind which GitHub's runners would read a command: the next is to begin with a quote. */
const runnerCommand = /\n(?=\s*(?:::|##\[))/g;

/** A word of a POSIX shell that stands for a text; variables are expanded in it. */
export function shellWord(parts: readonly Piece[]): string {
  const pieces = joined(parts);
  const only = pieces.length === 0 ? "" : pieces.length === 1 ? pieces[0] : undefined;
  if (typeof only === "string" && /^[\w@%+=:,./-]+$/.test(only) && !only.startsWith("="))
    return only;
  const text = pieces.map((piece) =>
    typeof piece === "string" ? quoted(piece) : `"$${piece.variable}"`,
  );
  return text.join("") || "''";
}

/** The same with neighbouring texts as one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (typeof piece === "string" && typeof last === "string") all.splice(-1, 1, last + piece);
    else all.push(piece);
  }
  return all;
}

/** In single quotes, or as `$'…'` of bash and zsh where nobody could see what the text has. */
function quoted(text: string): string {
  if (!isUnseen(text))
    return `'${text.replaceAll("'", String.raw`'\''`).replaceAll(runnerCommand, `'"\n"'`)}'`;
  const escaped = [...text.toWellFormed()].map((sign) => {
    if (sign === "'" || sign === "\\") return `\\${sign}`;
    if (sign === "\n") return String.raw`\n`;
    if (!isUnseen(sign)) return sign;
    return [...Buffer.from(sign)]
      .map((byte) => String.raw`\x${byte.toString(16).padStart(2, "0")}`)
      .join("");
  });
  return `$'${escaped.join("")}'`;
}
