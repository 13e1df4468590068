import type { Piece } from "./secrets.ts";

/** Controls and signs that turn text around or that nobody sees: a terminal would act on them, or hide them. */
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\p{Cs}]/u;

/** A word of a POSIX shell that stands for a text; variables are expanded in it. */
export function shellWord(pieces: readonly Piece[]): string {
  const only = pieces.length === 0 ? "" : pieces.length === 1 ? pieces[0] : undefined;
  if (typeof only === "string" && /^[\w@%+=:,./-]+$/.test(only) && !only.startsWith("="))
    return only;
  const text = pieces.map((piece) =>
    typeof piece === "string" ? quoted(piece) : `"$${piece.variable}"`,
  );
  return text.join("") || "''";
}

/** In single quotes, or as `$'…'` of bash and zsh where nobody could see what the text has. */
function quoted(text: string): string {
  if (!unseen.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = [...text.toWellFormed()].map((sign) => {
    if (sign === "'" || sign === "\\") return `\\${sign}`;
    if (!unseen.test(sign)) return sign;
    return [...Buffer.from(sign)]
      .map((byte) => String.raw`\x${byte.toString(16).padStart(2, "0")}`)
      .join("");
  });
  return `$'${escaped.join("")}'`;
}
