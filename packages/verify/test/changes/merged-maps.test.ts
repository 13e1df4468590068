import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

interface Form {
  readonly type?: string;
  readonly summary?: string;
  /** The schema of the map in the patch. */
  readonly labels?: string;
}

const plain = `{ type: object, additionalProperties: { type: [string, "null"] } }`;
const mergeType = "application/merge-patch+json";

/** Notes with labels of any names. */
const notes = ({ type = mergeType, summary = "Changes a note.", labels = plain }: Form): string => `
openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewNote" } } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
        "400": { description: Wrong. }
  /notes/{noteId}:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showNote
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
        "404": { description: None. }
    patch:
      operationId: changeNote
      summary: "${summary}"
      requestBody:
        required: true
        content:
          ${type}: { schema: { type: object, properties: { text: { type: string }, labels: ${labels} } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
        "400": { description: Wrong. }
        "404": { description: None. }
components:
  schemas:
    Labels: { type: object, additionalProperties: { type: string } }
    NewNote:
      type: object
      required: [text]
      properties: { text: { type: string }, labels: { $ref: "#/components/schemas/Labels" } }
      example: { text: Ships, labels: { colour: red } }
    Note:
      type: object
      required: [id, text, labels]
      properties: { id: { type: string }, text: { type: string }, labels: { $ref: "#/components/schemas/Labels" } }
`;

type Way =
  | "replaces labels"
  | "keeps what is null"
  | "empties labels by null"
  | "begins without labels"
  | "counts changes in a label"
  | "refuses new labels";

function noteService(...ways: readonly Way[]): (request: Request) => Promise<Response> {
  const does = (way: Way): boolean => ways.includes(way);
  const all = new Map<string, { id: string; text: string; labels: Record<string, string> }>();
  const changed = (old: Record<string, string>, given: Record<string, string | null>) => {
    const isNull = Object.values(given).includes(null);
    if (isNull && does("empties labels by null")) return {};
    const whole = does("replaces labels") ? given : { ...old, ...given };
    const kept = Object.entries(whole).map(([name, value]) => [
      name,
      does("keeps what is null") ? (value ?? old[name] ?? null) : value,
    ]);
    return Object.fromEntries(kept.filter(([, value]) => value !== null)) as Record<string, string>;
  };
  return async (request) => {
    const [, , id = ""] = new URL(request.url).pathname.split("/");
    const given = (await request.json().catch(() => ({}))) as {
      text?: string;
      labels?: Record<string, string | null>;
    };
    const own = all.get(id);
    if (request.method === "POST") {
      if (typeof given.text !== "string") return new Response(null, { status: 400 });
      const labels = does("begins without labels") ? {} : changed({}, given.labels ?? {});
      if (does("counts changes in a label")) labels["changes"] = "0";
      const made = { id: `n-${all.size + 1}`, text: given.text, labels };
      all.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    if (own === undefined) return new Response(null, { status: 404 });
    if (request.method === "GET") return Response.json(own);
    if (given.labels !== undefined && does("refuses new labels"))
      return new Response(null, { status: 400 });
    own.labels = changed(own.labels, given.labels ?? {});
    if (does("counts changes in a label"))
      own.labels["changes"] = `${Number(own.labels["changes"] ?? 0) + 1}`;
    return Response.json(own);
  };
}

async function messagesOf(form: Form, ...ways: readonly Way[]): Promise<string[]> {
  const report = await verifyServer({
    description: await read(notes(form)),
    server: { fetch: noteService(...ways) },
    replay: ["changeNote/flow/merged/labels"],
  });
  expect(report.leftOut).toEqual([]);
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const lost =
  "read-after-update changeNote: changes `labels.colour`, and the change is of `labels.key` alone (RFC 7396)";
const nullable = `{ anyOf: [{ type: "null" }, ${plain}] }`;
const inherited = `{ allOf: [${plain}], description: Labels. }`;

test.each([plain, nullable, inherited])(
  "finds a merge patch that replaces a map: %s",
  async (labels) => {
    expect(await messagesOf({ labels }, "replaces labels")).toEqual([lost]);
  },
);

test("finds a merge patch that replaces a map which it has filled itself", async () => {
  expect(await messagesOf({}, "replaces labels", "begins without labels")).toEqual([
    "read-after-update changeNote: changes `labels.key`, and the change is of `labels.colour` alone (RFC 7396)",
  ]);
});

test("finds a name that null does not remove", async () => {
  expect(await messagesOf({}, "keeps what is null")).toEqual([
    "read-after-update changeNote: takes null for `labels.key` and keeps the value (RFC 7396)",
  ]);
});

test("finds null of one name that removes the others", async () => {
  expect(await messagesOf({}, "empties labels by null")).toEqual([lost]);
});

const json = "application/json";

test("finds a map that is replaced where a sentence says that it is merged", async () => {
  const form = { type: json, summary: "`labels` are merged by name." };
  expect(await messagesOf(form, "replaces labels")).toEqual([
    "read-after-update changeNote: changes `labels.colour`, and the change is of `labels.key` alone, which is merged",
  ]);
});

test.each<[Form, Way[]]>([
  [{}, []],
  [{}, ["begins without labels"]],
  [{}, ["refuses new labels"]],
  [{ labels: nullable }, ["counts changes in a label"]],
  [{ type: json, summary: "`labels` are merged by name." }, []],
  [{ type: json, summary: "`labels` are merged by name." }, ["keeps what is null"]],
])("a map that is merged has no failure: %o, %o", async (form, ways) => {
  expect(await messagesOf(form, ...ways)).toEqual([]);
});

test.each<Form>([
  { type: json },
  { type: json, summary: "The text is merged." },
  { type: json, summary: "`labels` are not merged." },
  { summary: "`labels` are replaced as a whole." },
  { labels: `{ type: object }` },
  {
    labels: `{ type: object, additionalProperties: { type: string }, properties: { colour: { type: string } } }`,
  },
])("a map that is not said to be merged is not tried: %o", async (form) => {
  const messages = messagesOf(form, "replaces labels");
  await expect(messages).rejects.toThrow("there is no case");
});
