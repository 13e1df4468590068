import { describe, expect, it } from "vitest";
import { mocked } from "./mocked.ts";

const report = "{ $ref: '#/components/schemas/Report' }";

const paths = `
/reports:
  get:
    operationId: listReports
    responses:
      "200":
        description: All.
        content:
          application/json: { schema: { type: array, items: ${report} } }
          text/csv: { schema: { type: string }, example: "id,total" }
  post:
    operationId: createReport
    requestBody: { content: { application/json: { schema: { type: object, properties: { total: { type: integer } } } } } }
    responses:
      "201":
        description: New.
        content:
          application/json: { schema: ${report} }
          application/xml: { schema: ${report} }
/reports/{report_id}:
  parameters: [{ name: report_id, in: path, required: true, schema: { type: string } }]
  get:
    operationId: getReport
    responses:
      "200":
        description: One.
        content:
          text/csv: { schema: { type: string }, example: "id,total" }
          application/json: { schema: ${report} }
          application/vnd.report+json: { schema: ${report} }
          application/vnd.sum+json: { schema: { type: object, required: [sum], properties: { sum: { const: 6 } } } }
          application/pdf: { schema: { type: string, format: binary } }
      "404": { description: None. }
`;

const schemas = `
Report:
  type: object
  required: [report_id]
  properties: { report_id: { type: string }, total: { type: integer } }
`;

const json = "application/json";
const csv = "text/csv; charset=utf-8";

describe("what Accept asks for is answered", () => {
  it.each([
    ["application/json", json],
    ["text/csv", csv],
    ["text/*", csv],
    ["*/*", json],
    ["application/json;q=0, */*", "application/vnd.report+json"],
    ["text/csv;q=0.2, application/vnd.report+json;q=0.9", "application/vnd.report+json"],
    ["application/pdf", "application/pdf"],
    ["application/*", json],
  ])("%s", async (accept, contentType) => {
    const { send } = mocked(paths, schemas);
    const created = await send("POST /reports", { total: 5 });
    const { report_id } = created.body as { report_id: string };
    const shown = await send(`GET /reports/${report_id}`, undefined, { accept });
    expect(shown).toMatchObject({ status: 200, contentType });
    const bodies: Record<string, unknown> = { [csv]: "id,total", "application/pdf": "An example." };
    expect(shown.body).toEqual(bodies[contentType] ?? { report_id, total: 5 });
  });

  it("by the example where what is remembered has another form", async () => {
    const { mock, send } = mocked(paths, schemas);
    const [{ report_id }] = mock.state.list("Report") as [{ report_id: string }];
    const accept = "application/vnd.sum+json";
    const shown = await send(`GET /reports/${report_id}`, undefined, { accept });
    expect(shown).toEqual({ status: 200, contentType: accept, body: { sum: 6 } });
  });

  it("and what the operation does is done", async () => {
    const { mock, send } = mocked(paths, schemas);
    const before = mock.state.count("Report");
    const created = await send("POST /reports", { total: 7 }, { accept: "application/xml" });
    expect(created).toMatchObject({ status: 201, body: "<example/>" });
    expect(mock.state.list("Report").slice(before)).toMatchObject([{ total: 7 }]);
    const missing = await send("GET /reports/none", undefined, { accept: "text/csv" });
    expect(missing.status).toBe(404);
  });

  it("or refused where nothing of it is documented", async () => {
    const { send } = mocked(paths, schemas);
    const refused = await send("GET /reports", undefined, { accept: "image/png" });
    expect(refused.status).toBe(406);
  });
});
