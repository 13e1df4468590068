import type { Path } from "../read/origins.ts";

/** Writes a path as a JSONPath, the way people do: `$.paths['/pets'].get` (RFC 9535, section 2.5). */
export function jsonPath(path: Path): string {
  return `$${path.map(segment).join("")}`;
}

function segment(part: string | number): string {
  if (typeof part === "number") return `[${part}]`;
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(part)) return `.${part}`;
  return `['${part.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`;
}
