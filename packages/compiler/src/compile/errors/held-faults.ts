import type { ErrorTemplate } from "@openapi-packages/runtime";

/** What says, or lists, what is wrong with a request. */
const faults: ReadonlySet<string> = new Set(["detail", "issue", "issueText", "message", "problem"]);

/** True if an error body made from a template says what is wrong with the request, in words or as a list. */
export function holdsFaults(template: ErrorTemplate): boolean {
  if ("members" in template) return Object.values(template.members).some(holdsFaults);
  if ("from" in template) return faults.has(template.from);
  return "each" in template || "byName" in template;
}

/**
 * Returns a template whose title says what is wrong with the request. It is for schemas such as `{ title, status }`, which
 * have no other member for that.
 */
export function faultsInTitle(template: ErrorTemplate): ErrorTemplate {
  if ("members" in template)
    return {
      members: Object.fromEntries(
        Object.entries(template.members).map(([name, own]) => [name, faultsInTitle(own)]),
      ),
    };
  return "from" in template && template.from === "title"
    ? { ...template, from: "detail" }
    : template;
}
