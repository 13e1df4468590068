/** Splits a text of a description into its sentences; paragraphs and semicolons end one, too. */
export const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.;!?])\s+|\n\s*\n/).filter((sentence) => sentence !== "");
