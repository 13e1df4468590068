/** Hints about a tool, which clients may show to users (Model Context Protocol, ToolAnnotations). */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

const safe = new Set(["GET", "HEAD", "OPTIONS", "QUERY", "TRACE"]);
const idempotent = new Set([...safe, "PUT", "DELETE"]);

/**
 * Derives the hints from the method (RFC 9110, section 9.2). A POST that answers 201 creates something; any
 * other POST counts as destructive, because its effect is unknown.
 */
export function annotationsOf({
  method,
  creates = false,
}: {
  readonly method: string;
  readonly creates?: boolean;
}): Annotations {
  return {
    readOnlyHint: safe.has(method),
    destructiveHint: !safe.has(method) && !(method === "POST" && creates),
    idempotentHint: idempotent.has(method),
    openWorldHint: true,
  };
}
