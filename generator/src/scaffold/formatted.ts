/** Formats code in Prettier's style. */
export async function formatted(text: string): Promise<string> {
  const { format } = await import("prettier");
  return format(text, { parser: "babel-ts", printWidth: 100 });
}
