import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "./support.ts";

/** Describes a report, which is JSON or CSV. */
const report = (text: string, refusal: string | undefined): string => `openapi: 3.1.0
info: { title: Report, version: "1" }
paths:
  /report:
    get:
      operationId: getReport
      description: ${JSON.stringify(text)}
      responses:
        "200":
          description: The report.
          content:
            application/json: { schema: { type: object, required: [sum], properties: { sum: { type: integer } } } }
            text/csv: { schema: { type: string } }
        ${refusal === undefined ? "" : `"406": { description: ${JSON.stringify(refusal)} }`}
`;

/** A service that answers JSON to whoever accepts no other type, or refuses that by 406. */
const fetchReport =
  (isStrict: boolean) =>
  ({ headers, method }: Request): Response => {
    const accept = headers.get("accept") ?? "*/*";
    if (method !== "GET") return new Response(null, { status: 405, headers: { allow: "GET" } });
    if (accept === "text/csv")
      return new Response("sum\r\n3\r\n", { headers: { "content-type": "text/csv" } });
    const isKnown = /json|[*]/.test(accept);
    return isStrict && !isKnown ? new Response(null, { status: 406 }) : Response.json({ sum: 3 });
  };

async function said(text: string, refusal: string | undefined, isStrict: boolean) {
  const { failures, errors } = await verifyServer({
    description: await read(report(text, refusal)),
    server: { fetch: fetchReport(isStrict) },
    replay: ["getReport/accept/undocumented"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const all = "Shows the report.";
const neither = "For a request that accepts neither JSON nor CSV.";

test.each<[string, string, string]>([
  [neither, all, neither],
  ["No media type that the client accepts.", all, "No media type that the client accepts."],
  [
    "It is refused.",
    `${all} It is 406 if the client accepts neither JSON nor CSV.`,
    "It is 406 if the client accepts neither JSON nor CSV.",
  ],
  [
    "See above.",
    "Answers 406 if the request accepts none of its types.",
    "Answers 406 if the request accepts none of its types.",
  ],
])("a type that is said to be refused is refused: %s", async (refusal, text, sentence) => {
  expect(await said(text, refusal, true)).toEqual([]);
  expect(await said(text, refusal, false)).toEqual([
    `described-rule: answers 200 to a request that accepts application/x-undocumented alone, and the description says ${JSON.stringify(sentence)}`,
  ]);
});

test.each<[string, string | undefined]>([
  [all, "Not acceptable."],
  [all, "The report has no values yet."],
  [`${all} Values that are not accepted by the board are left out.`, "No values."],
  [`${all} Whoever accepts neither JSON nor CSV gets JSON.`, "No values."],
  [all, undefined],
])("a type is answered where nothing says that it is refused: %s %s", async (text, refusal) => {
  expect(await said(text, refusal, false)).toEqual([]);
  expect(await said(text, refusal, true)).toEqual([]);
});
