import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** Describes shelves, of which a team has each label once. */
const shelves = (
  rule: string,
  label = "What stands on it.",
  conflict = "It conflicts with another one.",
): string => `openapi: 3.1.0
info: { title: Shelves, version: "1" }
security: [{ token: [] }]
paths:
  /shelves:
    post:
      operationId: createShelf
      description: ${JSON.stringify(rule)}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [label, room]
              properties:
                label: { type: string, minLength: 1, maxLength: 80, example: Tools, description: ${JSON.stringify(label)} }
                room: { type: string, example: Cellar }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Shelf" } } } }
        "401": { description: No token. }
        "409": { description: ${JSON.stringify(conflict)} }
  /shelves/{shelfId}:
    parameters: [{ name: shelfId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getShelf
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Shelf" } } } }
        "401": { description: No token. }
        "404": { description: None. }
    delete:
      operationId: deleteShelf
      responses:
        "204": { description: Gone. }
        "401": { description: No token. }
        "404": { description: None. }
  /shelves/{shelfId}/close:
    parameters: [{ name: shelfId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: closeShelf
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Shelf" } } } }
        "401": { description: No token. }
        "404": { description: None. }
        "409": { description: It is closed already. }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Shelf:
      type: object
      required: [id, label, room, state]
      properties:
        id: { type: string, readOnly: true }
        label: { type: string }
        room: { type: string }
        state: { type: string, enum: [open, closed], readOnly: true }
`;

interface Shelf {
  readonly id: string;
  readonly label: string;
  readonly room: string;
  readonly owner: string;
  readonly state: "open" | "closed" | "deleted";
}

/** Says whether a shelf stands in the way of a new one. */
type Hinders = (known: Shelf, label: string, owner: string) => boolean;

/** A service of shelves, which its callers see alone. */
function shelfService(hinders: Hinders, isShared = false): (request: Request) => Promise<Response> {
  const known = new Map<string, Shelf>();
  const show = ({ id, label, room, state }: Shelf, status = 200): Response =>
    Response.json({ id, label, room, state }, { status });
  return async (request) => {
    const owner = request.headers.get("authorization") ?? "";
    if (!owner.startsWith("Bearer ")) return new Response(null, { status: 401 });
    const [, , id = "", action] = new URL(request.url).pathname.split("/");
    const set = (shelf: Shelf): Shelf => {
      known.set(shelf.id, shelf);
      return shelf;
    };
    if (id === "") {
      const body = (await request.json()) as Pick<Shelf, "label" | "room">;
      const isTaken = [...known.values()].some((one) => hinders(one, body.label, owner));
      if (isTaken) return new Response(null, { status: 409 });
      return show(set({ ...body, id: `s-${known.size}`, owner, state: "open" }), 201);
    }
    const shelf = known.get(id);
    const isSeen = shelf !== undefined && (isShared || shelf.owner === owner);
    if (!isSeen || shelf.state === "deleted") return new Response(null, { status: 404 });
    if (request.method === "DELETE") {
      set({ ...shelf, state: "deleted" });
      return new Response(null, { status: 204 });
    }
    if (action === undefined) return show(shelf);
    if (shelf.state === "closed") return new Response(null, { status: 409 });
    return show(set({ ...shelf, state: "closed" }));
  };
}

/** Returns what is said of a service by the case about its labels, or by all cases. */
async function said(
  yaml: string,
  hinders: Hinders,
  isShared = false,
  isWhole = false,
  replay = "createShelf/unique/label",
) {
  const { failures, errors } = await verifyServer({
    description: await read(yaml),
    server: { fetch: shelfService(hinders, isShared) },
    credentials: { token: "token-of-anna" },
    otherCredentials: { token: "token-of-ben" },
    ...(!isWhole && { replay: [replay] }),
  });
  expect(isWhole ? [] : errors).toEqual([]);
  const own = failures.filter(({ check }) => !isWhole || check === "described-rule");
  return own.map(({ check, message }) => `${check}: ${message}`);
}

const isThere = ({ state }: Shelf): boolean => state !== "deleted";
const small = (text: string): string => text.toLowerCase();
const never: Hinders = () => false;
const everywhere: Hinders = (one, label) => isThere(one) && one.label === label;

const rules = [
  "The label of a shelf is unique.",
  "Its label must differ from those of the other shelves.",
  "No two shelves have the same label.",
  "The answer is 409 with the code `label_taken` if a shelf that is not closed has the label.",
  "It is refused with 409 if the label is already in use.",
  "There is each label only once.",
] as const;

describe("finds a service that", () => {
  test.each(rules)("takes a value twice: %s", async (rule) => {
    expect(await said(shelves(rule), never)).toEqual([
      `described-rule: takes the \`label\` of another record, and the description says ${JSON.stringify(rule)}`,
    ]);
  });

  test("takes a value twice, which the member alone says", async () => {
    expect(await said(shelves("Makes a shelf.", "Unique in the cellar."), never)).toHaveLength(1);
  });

  test.each([
    "Labels are unique, case-insensitively.",
    "Labels are unique; upper and lower case are the same.",
    "`label-taken`: another shelf of this team has the label; upper and lower case are not distinguished",
    "Labels are unique, regardless of upper and lower case.",
    "The label is unique; letter case does not count.",
    "The label must differ from the others, compared in lower case.",
  ])("takes a value in other letters: %s", async (rule) => {
    const [first] = await said(shelves(rule, `What stands there. ${rule}`), everywhere);
    expect(first).toMatch(/^described-rule: takes the `label` of another record in other letters/);
  });

  test.each([
    "Labels are unique per user.",
    "No two of your shelves have the same label.",
    "Another shelf of yours has this label.",
  ])("counts what others have: %s", async (rule) => {
    const [first] = await said(shelves(rule), everywhere);
    expect(first).toMatch(/^described-rule: refuses the `label` of a record of another principal/);
  });

  test.each([
    ["deleted", "The label of a deleted shelf can be given again."],
    ["closed", "The label of a closed shelf may be used again."],
  ])("keeps the value of a record that is %s", async (state, freed) => {
    const hinders: Hinders = (one, label) => one.label === label;
    const [first] = await said(shelves(`Labels are unique. ${freed}`), hinders);
    expect(first).toContain(`refuses the \`label\` of a record that is ${state}, and`);
  });
});

describe("what is done once", () => {
  test.each(["A team has one shelf per building.", "A team makes a shelf once."])(
    "is found to be done again: %s",
    async (rule) => {
      const again = (hinders: Hinders): Promise<string[]> =>
        said(shelves(rule, "Its colour."), hinders, false, false, "createShelf/unique/");
      expect(await again(never)).toEqual([
        `described-rule: takes the same again, and the description says ${JSON.stringify(rule)}`,
      ]);
      expect(await again(everywhere)).toEqual([]);
    },
  );

  test.each(["open", "open or closed"])("is found by a reason of a refusal: %s", async (states) => {
    const reason = `The team has a shelf for the room that is ${states}.`;
    const again = (conflict: string): Promise<string[]> =>
      said(shelves("Makes it.", "Its colour.", conflict), never, false, true);
    expect(await again(reason)).toEqual([
      `described-rule: takes the same again, and the description says ${JSON.stringify(reason)}`,
    ]);
    for (const other of [
      "The team has a shelf for the room that is full.",
      "The team has a key for the room.",
    ])
      expect(await again(other)).toEqual([]);
  });

  test("can be done again after a deletion, of which the next sentence speaks", async () => {
    const rule = "A team uses a label once; when the shelf is removed, it may do so again.";
    const hinders: Hinders = (one, label) => one.label === label;
    const [first] = await said(shelves(rule), hinders);
    expect(first).toContain("refuses the `label` of a record that is deleted, and");
    expect(await said(shelves(rule), everywhere)).toEqual([]);
  });
});

describe("says nothing of a service that", () => {
  test.each([
    "Several shelves may have the same label.",
    "The label need not be unique.",
    "The label is not necessarily unique.",
    "Labels are unique unless the shelf is closed.",
    "A closed shelf has a unique label.",
    "An empty label is not the same as none.",
    "A shelf names each room at most once.",
    "With a key a request is carried out only once.",
  ])("takes a value twice where it may: %s", async (rule) => {
    expect(await said(shelves(rule), never, false, true)).toEqual([]);
  });

  test("keeps to all that it says", async () => {
    const rule =
      "Labels are unique per user, regardless of upper and lower case. The label of a deleted shelf can be given again.";
    const hinders: Hinders = (one, label, owner) =>
      isThere(one) && small(one.label) === small(label) && one.owner === owner;
    expect(await said(shelves(rule, rule), hinders)).toEqual([]);
  });

  test("tells apart upper and lower case where nothing says otherwise", async () => {
    expect(await said(shelves("Labels are unique."), everywhere)).toEqual([]);
  });

  test("counts the records of an organization, which both principals see", async () => {
    const rule = "Labels are unique per organization.";
    expect(await said(shelves(rule), everywhere, true)).toEqual([]);
  });

  test("keeps the value of what is deleted where nothing says that it is free", async () => {
    const hinders: Hinders = (one, label) => one.label === label;
    expect(await said(shelves("Labels are unique."), hinders)).toEqual([]);
  });
});
