import type { Json } from "../../json.ts";

/** A value of a description as it stands in a message: a long one is cut. */
export function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
