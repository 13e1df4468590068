/** What a client may tell its user of a tool (Model Context Protocol, ToolAnnotations). */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

const safe = new Set(["GET", "HEAD", "OPTIONS", "QUERY", "TRACE"]);
const idempotent = new Set([...safe, "PUT", "DELETE"]);

/**
 * What the method says of an operation (RFC 9110, 9.2). A POST that answers 201 adds something; of any other
 * nobody knows what it does, so that it counts as destructive.
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
