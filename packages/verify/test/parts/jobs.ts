const contactSchema =
  "{ type: object, additionalProperties: false, required: [name], properties: { name: { type: string, minLength: 1 }, phone: { type: string } } }";
const answer = (name: string): string =>
  `{ description: It., content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }`;
const byId = `parameters: [{ name: jobId, in: path, required: true, schema: { type: string } }]`;

/**
 * Jobs with a contact, of whom the first example of a change has the phone alone, their moves, and marks that are only
 * stored.
 *
 * @param said what the change says of a contact
 */
export const jobs = (said = "Changes it."): string => `openapi: 3.1.0
info: { title: Jobs, version: "1" }
paths:
  /jobs:
    post:
      operationId: addJob
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/NewJob" }
            examples:
              short: { value: { title: Paint } }
              full: { value: { title: Build, due: "2030-05-01T10:00:00+02:00", contact: { phone: "1", name: Ines } } }
      responses: { "201": ${answer("Job")}, "400": { description: Wrong. } }
  /jobs/{jobId}:
    ${byId}
    get:
      operationId: getJob
      responses: { "200": ${answer("Job")}, "404": { description: None. } }
    patch:
      operationId: patchJob
      description: ${said}
      requestBody:
        required: true
        content:
          application/merge-patch+json:
            schema: { $ref: "#/components/schemas/JobChange" }
            examples:
              phone: { value: { contact: { phone: "2" } } }
              due: { value: { due: null } }
      responses: { "200": ${answer("Job")}, "400": { description: Wrong. }, "404": { description: None. } }
  /jobs/{jobId}/moves:
    ${byId}
    post:
      operationId: moveJob
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [to], properties: { to: { type: string }, reason: { type: string, maxLength: 5 } } }
            examples:
              done: { value: { to: done } }
              stop: { value: { to: stopped, reason: None } }
      responses: { "200": ${answer("Job")}, "400": { description: Wrong. }, "404": { description: None. }, "422": { description: Too early. } }
  /marks/{mark}:
    put:
      operationId: putMark
      description: |
        Adds the mark, or replaces it: members that the body leaves
        out get their defaults. A mark keeps its number.
      parameters: [{ name: mark, in: path, required: true, schema: { type: string, pattern: "^[a-z]+$" } }]
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/NewMark" }
            examples:
              short: { value: { text: Thin } }
              full: { value: { text: Thick, note: Red } }
      responses: { "200": ${answer("Mark")}, "201": ${answer("Mark")}, "400": { description: Wrong. } }
    delete:
      operationId: deleteMark
      parameters: [{ name: mark, in: path, required: true, schema: { type: string, pattern: "^[a-z]+$" } }]
      responses: { "204": { description: Gone. }, "404": { description: None. } }
components:
  schemas:
    NewJob:
      type: object
      additionalProperties: false
      required: [title]
      properties: { title: { type: string, minLength: 1 }, due: { type: [string, "null"], format: date-time }, contact: ${contactSchema} }
    JobChange:
      type: object
      additionalProperties: false
      properties:
        title: { type: string, minLength: 1 }
        due: { type: [string, "null"], format: date-time }
        contact: { type: object, additionalProperties: false, properties: { name: { type: string, minLength: 1 }, phone: { type: string } } }
    Job:
      type: object
      required: [id, title, due, contact]
      properties:
        id: { type: string }
        title: { type: string }
        due: { type: [string, "null"], format: date-time }
        contact: { anyOf: [${contactSchema}, { type: "null" }] }
        state: { type: string }
    NewMark: { type: object, required: [text], properties: { text: { type: string }, note: { type: [string, "null"] } } }
    Mark:
      type: object
      required: [mark, text, note]
      properties: { mark: { type: string }, text: { type: string }, note: { type: [string, "null"] } }
`;

/** What a service does wrong with what a change leaves out or says is null. */
export type JobFault = "replaces contacts" | "ignores null" | "keeps notes";

interface Job {
  readonly [member: string]: unknown;
  readonly title?: string | null;
  readonly due?: string | null | undefined;
  readonly contact?: { readonly name?: string; readonly phone?: string } | null | undefined;
}

/** A service of jobs, which answers times in UTC and refuses contacts without a name. */
export function jobService(fault?: JobFault) {
  const all = new Map<string, Job>();
  const marks = new Map<string, unknown>();
  /** The statuses of the answers, by the method and the end of the path. */
  const statuses: string[] = [];
  const utc = (due: string | null | undefined): string | null =>
    due ? new Date(due).toISOString() : null;
  const patched = (job: Job, patch: Job): Job | undefined => {
    if (patch.title === "" || patch.title === null) return undefined;
    const before = fault === "replaces contacts" ? {} : job.contact;
    const contact = patch.contact === undefined ? job.contact : { ...before, ...patch.contact };
    if (contact && !contact.name) return undefined;
    const due = patch.due === undefined ? job.due : utc(patch.due);
    const isKept = patch.due === null && fault === "ignores null";
    return { ...job, ...patch, contact, due: isKept ? job.due : due };
  };
  const answered = async (request: Request): Promise<Response> => {
    const [, name, id = "", below] = new URL(request.url).pathname.split("/");
    const refuse = (status: number): Response => new Response(null, { status });
    const isSent = !["GET", "DELETE"].includes(request.method);
    const given = isSent ? ((await request.json().catch(() => ({}))) as Job) : {};
    if (name === "marks") {
      if (request.method === "DELETE") return refuse(marks.delete(id) ? 204 : 404);
      if (typeof given["text"] !== "string") return refuse(400);
      const before = marks.get(id) as Job | undefined;
      const note = given["note"] ?? (fault === "keeps notes" ? before?.["note"] : null) ?? null;
      marks.set(id, { mark: id, text: given["text"], note });
      return Response.json(marks.get(id), { status: before === undefined ? 201 : 200 });
    }
    if (id === "") {
      if (!given.title || (given.contact && !given.contact.name)) return refuse(400);
      const { contact = null } = given;
      const job = { ...given, contact, due: utc(given.due), id: `j-${all.size + 1}` };
      all.set(job.id, job);
      return Response.json(job, { status: 201 });
    }
    const job = all.get(id);
    if (job === undefined) return refuse(404);
    if (below === "moves") {
      if (typeof given["to"] !== "string" || String(given["reason"] ?? "").length > 5)
        return refuse(400);
      return given["to"] === "done" ? refuse(422) : Response.json(job);
    }
    if (request.method === "GET") return Response.json(job);
    const now = patched(job, given);
    if (now === undefined) return refuse(400);
    all.set(id, now);
    return Response.json(now);
  };
  return {
    statuses,
    fetch: async (request: Request): Promise<Response> => {
      const response = await answered(request);
      statuses.push(`${request.method} ${response.status}`);
      return response;
    },
  };
}
