/** How an export of people is described. */
export interface Said {
  readonly exported?: string;
  /** How the tags of the export are described. Default: as those of the list. */
  readonly tag?: string;
  readonly columns?: readonly string[];
}

const tags = "People that have all of these tags.";
const kinds = "{ type: string, enum: [guest, member] }";
const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;
const filters = (tag: string): string => `parameters:
        - { name: tag, in: query, description: ${JSON.stringify(tag)}, schema: { type: array, items: { type: string, minLength: 1 } } }
        - { name: kind, in: query, schema: ${kinds} }`;

/** Describes people with unique addresses, of which there is a list and an export. */
export const people = ({
  exported = "",
  tag = tags,
  columns = usual,
}: Said): string => `openapi: 3.1.0
info: { title: People, version: 1.0.0 }
paths:
  /people:
    get:
      operationId: listPeople
      ${filters(tags)}
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 12 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }
      responses:
        "200":
          description: Some.
          content:
            application/json:
              schema:
                type: object
                required: [items, total]
                properties:
                  items: { type: array, items: { $ref: "#/components/schemas/Person" } }
                  total: { type: integer }
    post:
      operationId: addPerson
      requestBody: { required: true, ${json("NewPerson")} }
      responses: { "201": { description: It., ${json("Person")} }, "409": { description: Not possible in the present state. } }
  /people/{personId}:
    parameters: [{ name: personId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getPerson
      responses: { "200": { description: It., ${json("Person")} }, "404": { description: None. } }
  /exports/people:
    get:
      operationId: exportPeople
      description: ${JSON.stringify(exported)}
      ${filters(tag)}
      responses:
        "200":
          description: A table.
          content: { text/csv: { schema: { type: string }, example: "${columns.join(",")}\\r\\n" } }
components:
  schemas:
    NewPerson:
      type: object
      required: [name, email]
      properties:
        name: { type: string, minLength: 1, maxLength: 120 }
        email: { type: string, pattern: "^[^@ ]+@[^@ ]+$", example: ann@example.org }
        kind: ${kinds}
        tags: { type: array, items: { type: string, minLength: 1 } }
    Person:
      type: object
      required: [id, name, email, kind, tags]
      properties:
        id: { type: string }
        name: { type: string }
        email: { type: string }
        kind: ${kinds}
        tags: { type: array, items: { type: string } }
`;

const usual = ["id", "name", "email", "kind", "tags"];

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly kind: string;
  readonly tags: readonly string[];
}

/** What people are asked for. */
export interface Asked {
  readonly tags: readonly string[];
  readonly kind: string | null;
}

/** What an export does in its own way. */
export interface Ways {
  readonly cell?: (text: string) => string;
  readonly exported?: (all: readonly Person[]) => readonly Person[];
  readonly matches?: (person: Person, asked: Asked) => boolean;
  readonly columns?: readonly string[];
}

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

export const matchesBoth = (person: Person, { tags: wanted, kind }: Asked): boolean =>
  wanted.every((one) => person.tags.includes(one)) && (kind === null || person.kind === kind);

const sample = [
  ["Ida", "guest", ["red", "tall"]],
  ["Jo", "member", ["red"]],
  ["Kim", "guest", ["tall"]],
  ["Lea", "member", []],
] as const;

/** A service of people, the oldest first. */
export function peopleService(ways: Ways): (request: Request) => Promise<Response> {
  const { cell = quoted, exported = (all) => all, matches = matchesBoth, columns = usual } = ways;
  const all: Person[] = sample.map(([name, kind, own], index) => ({
    id: `p-${index + 1}`,
    name,
    kind,
    tags: own,
    email: `${name}@example.org`,
  }));
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, first, id] = pathname.split("/");
    const asked = { tags: searchParams.getAll("tag"), kind: searchParams.get("kind") };
    if (first === "exports") {
      const rows = exported(all.filter((one) => matches(one, asked)));
      const lines = rows.map((row) =>
        columns.map((name) => cell([row[name as keyof Person]].flat().join(";"))),
      );
      const text = [columns, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
      return new Response(text, { headers: { "Content-Type": "text/csv" } });
    }
    if (request.method === "POST") {
      const given = (await request.json()) as Pick<Person, "name" | "email"> & Partial<Person>;
      if (all.some(({ email }) => email === given.email)) return Response.json({}, { status: 409 });
      all.push({ kind: "guest", tags: [], ...given, id: `p-${all.length + 1}` });
      return Response.json(all.at(-1), { status: 201 });
    }
    if (id !== undefined) {
      const own = all.find((one) => one.id === id);
      return own === undefined ? new Response(null, { status: 404 }) : Response.json(own);
    }
    const found = all.filter((one) => matchesBoth(one, asked));
    const offset = Number(searchParams.get("offset") ?? 0);
    const items = found.slice(offset, offset + Number(searchParams.get("limit") ?? 12));
    return Response.json({ items, total: found.length });
  };
}
