/** One parameter of a link, including the `;` before it. Its value is a token or a quoted string. */
const parameter = /\s*;\s*([^\s=;,"]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;

/**
 * Returns the target of the first link with a relation in a `Link` header, unresolved (RFC 8288, section
 * 3). Links with an `anchor` are ignored, since they belong to another context.
 */
export function linkTarget(header: string | null, relation: string): string | undefined {
  const text = header ?? "";
  for (let position = 0; (position = text.indexOf("<", position)) >= 0;) {
    const end = text.indexOf(">", position);
    if (end < 0) return undefined;
    const target = text.slice(position + 1, end).trim();
    const { values, next } = parametersAt(text, end + 1);
    const relations = (values.get("rel") ?? "").toLowerCase().split(/\s+/);
    if (relations.includes(relation) && !values.has("anchor")) return target;
    position = next;
  }
  return undefined;
}

/** Reads the parameters from a position on, by lower-case name. Of several with one name the first counts. */
function parametersAt(text: string, start: number): { values: Map<string, string>; next: number } {
  const values = new Map<string, string>();
  let next = start;
  for (;;) {
    parameter.lastIndex = next;
    const match = parameter.exec(text);
    if (!match) return { values, next };
    const [whole, name = "", quoted, token = ""] = match;
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quoted?.replace(/\\(.)/g, "$1") ?? token);
    next += whole.length;
  }
}
