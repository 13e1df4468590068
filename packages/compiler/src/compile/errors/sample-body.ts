import type { ErrorTemplate, ProblemSource } from "@openapi-packages/runtime";

const samples: Readonly<
  Record<Exclude<ProblemSource, "problem" | "issue">, (status: number) => unknown>
> = {
  status: (status) => status,
  statusText: String,
  code: () => "ValidationError",
  type: () => "about:blank",
  title: () => "Bad Request",
  detail: () => "body /name: must be string",
  instance: () => "/pets",
  method: () => "GET",
  requestId: () => "00000000-0000-4000-8000-000000000000",
  time: () => "2000-01-01T00:00:00.000Z",
  milliseconds: () => 946_684_800_000,
  issueText: () => "body /name: must be string",
  in: () => "body",
  pointer: () => "/name",
  name: () => "name",
  parameter: () => undefined,
  tokens: () => ["body", "name"],
  keyword: () => "type",
  message: () => "must be string",
};

/**
 * Creates a body as the runtime would from a template, with zero or one issue. If it passes a
 * validator, bodies made from the template do too.
 */
export function sampleBody(template: ErrorTemplate, status: number, findings: 0 | 1): unknown {
  const sample = (own: ErrorTemplate): unknown => sampleBody(own, status, findings);
  if ("value" in template) return template.value;
  if ("byStatus" in template) return template.byStatus[status] ?? template.otherwise;
  if ("members" in template)
    return Object.fromEntries(
      Object.entries(template.members).flatMap(([name, own]) => {
        const value = sample(own);
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  if ("each" in template) {
    if (findings === 1 || template.isNeeded) return [sample(template.each)];
    return template.orEmpty ? [] : undefined;
  }
  if ("byName" in template) return findings === 1 ? { name: sample(template.byName) } : {};
  if (template.from === "problem") return { type: "about:blank", title: "Bad Request", status };
  if (template.from === "issue")
    return { in: "body", pointer: "/name", keyword: "type", message: "must be string" };
  const value = samples[template.from as keyof typeof samples](status);
  return typeof value === "string" ? value.slice(0, template.most) : value;
}
