import type { Issue } from "@openapi-packages/runtime";
import { isObject, parseJson, redacted } from "@openapi-packages/runtime/internals";
import { headerOf, type WireRequest } from "../wire/wire-request.ts";

/** True if an issue is about a redacted value, or one that contains it, and is therefore undecidable. */
export function isAboutRedacted(issue: Issue, request: WireRequest): boolean {
  if (issue.in === "body") return isRedactedIn(request.body, issue.pointer);
  const [, name = ""] = issue.pointer.split("/");
  if (issue.in === "header") return headerOf(request.headers, name) === redacted;
  if (issue.in === "cookie") {
    // Browsers omit cookies from saved traffic, unless configured otherwise.
    const cookie = headerOf(request.headers, "cookie");
    return cookie === undefined || cookie.includes(redacted);
  }
  const [path = "", query = ""] = request.target.split("?", 2);
  if (issue.in === "path") return path.includes(redacted);
  const parameters = new URLSearchParams(query);
  return [...parameters].some(([key, value]) => key.startsWith(name) && value.includes(redacted));
}

/** True if the value at a place of a body is redacted, or contains a redacted one. */
export function isRedactedIn(body: Uint8Array | undefined, pointer: string): boolean {
  const text = body === undefined ? "" : new TextDecoder().decode(body);
  if (!text.includes(redacted)) return false;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return true;
  }
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    const inner: unknown = Array.isArray(value)
      ? value[Number(name)]
      : isObject(value)
        ? value[name]
        : undefined;
    if (inner === undefined) break;
    value = inner;
  }
  return JSON.stringify(value).includes(redacted);
}
