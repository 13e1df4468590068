/** A text with so many characters (Unicode code points), made of another one: cut off, or its last character repeated. */
export function ofLength(text: string, length: number): string {
  const characters = Array.from(text);
  if (characters.length >= length) return characters.slice(0, length).join("");
  const last = characters.at(-1) ?? "a";
  return text + last.repeat(length - characters.length);
}
