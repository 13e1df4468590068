import { visible } from "@openapi-packages/description";
import type { Piece } from "./secrets.ts";

/** True for text with control characters, direction marks or invisible characters. */
const isUnseen = (text: string): boolean => text.includes("\r") || visible(text) !== text;

/** A line end after which GitHub's runners would read a command. The next line must begin with a quote. */
const runnerCommand = /\n(?=\s*(?:::|##\[))/g;

/** Quotes a text for a POSIX shell, in which variables are expanded. */
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

/** Joins adjacent texts. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (typeof piece === "string" && typeof last === "string") all.splice(-1, 1, last + piece);
    else all.push(piece);
  }
  return all;
}

/** Quotes a text in single quotes, or with `$'…'` of bash and zsh if it contains invisible characters. */
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
