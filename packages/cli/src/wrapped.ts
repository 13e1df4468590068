/** Breaks a text into lines of at most `width` characters; only a single word may be longer. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && longer.length > width) lines.push(line);
    line = line !== "" && longer.length > width ? word : longer;
  }
  return [...lines, line];
}
