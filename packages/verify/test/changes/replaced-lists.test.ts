import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const dishes = (sentence: string): string => `openapi: 3.1.0
info: { title: Dishes, version: "1" }
paths:
  /dishes:
    post:
      operationId: addDish
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Dish" } } }
      responses:
        "201":
          description: Made.
          content: { application/json: { schema: { $ref: "#/components/schemas/Dish" } } }
  /dishes/{dishId}:
    parameters: [{ name: dishId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getDish
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Dish" } } } }
        "404": { description: There is none. }
    patch:
      operationId: changeDish
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Change" } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Dish" } } } }
        "400": { description: Not so. }
        "404": { description: There is none. }
components:
  schemas:
    Change:
      type: object
      properties:
        name: { type: string }
        tags: { type: array, description: "${sentence}", items: { type: string, minLength: 1, example: hot } }
        steps:
          type: array
          items: { type: object, required: [text], properties: { text: { type: string } } }
          example: [{ text: Chop. }, { text: Fry. }]
    Dish:
      allOf:
        - { $ref: "#/components/schemas/Change" }
        - { type: object, required: [id], properties: { id: { type: string, readOnly: true } } }
`;

interface Dish {
  readonly tags?: readonly string[];
  readonly steps?: readonly { readonly text: string }[];
}

const plain = (_: Dish, change: Dish): Dish | undefined => change;

/** A service whose dishes get what a change makes of the lists that they have. */
function dishService(change: typeof plain) {
  const known = new Map<string, Dish>();
  return async (request: Request): Promise<Response> => {
    const [, , id = ""] = new URL(request.url).pathname.split("/");
    const dish = known.get(id);
    const body = (request.method === "GET" ? {} : await request.json()) as Dish;
    if (id === "") {
      const made = { tags: [], steps: [], ...body, id: `d-${known.size}` };
      known.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    if (dish === undefined) return new Response(null, { status: 404 });
    const changed = change(dish, body);
    if (changed === undefined) return new Response(null, { status: 400 });
    known.set(id, { ...dish, ...changed });
    return Response.json({ ...known.get(id), id });
  };
}

const adding = (old: Dish, { tags = [], ...rest }: Dish): Dish => ({
  ...rest,
  tags: [...(old.tags ?? []), ...tags],
});

const keeping = (_: Dish, { tags = [], ...rest }: Dish): Dish => ({
  ...rest,
  ...(tags.length > 0 && { tags }),
});

/** Takes tags that it knows alone, and has one of them where there is none. */
const defaulting = (_: Dish, { tags, ...rest }: Dish): Dish | undefined => {
  if (tags?.some((one) => one !== "hot") === true) return undefined;
  return { ...rest, ...(tags && { tags: tags.length > 0 ? tags : ["hot"] }) };
};

const verified = async (sentence: string, change: typeof plain) =>
  verifyServer({
    description: await read(dishes(sentence)),
    server: { fetch: dishService(change) },
    replay: ["changeDish/flow/lists"],
  });

test.each<[string, typeof plain, string]>([
  [
    "adds the items of a list to those before",
    adding,
    "takes another list as `tags`, and answers with items of the one before, too",
  ],
  [
    "ignores an empty list",
    (_, { steps, ...rest }) => ({ ...rest, ...(steps && steps.length > 0 && { steps }) }),
    "takes an empty list as `steps`, and answers with 2 items",
  ],
])("finds a service that %s", async (_, change, message) => {
  const { failures, errors } = await verified("What it is like.", change);
  expect(errors).toEqual([]);
  expect(failures).toContainEqual(
    expect.objectContaining({ check: "read-after-update", operationId: "changeDish", message }),
  );
});

test.each<[string, string, typeof plain]>([
  ["replaces lists", "What it is like.", plain],
  ["says that it adds to a list", "Tags are added to those that a dish has.", adding],
  ["takes further tags", "Further tags of the dish.", adding],
  ["takes tags to add", "Tags to add.", adding],
  ["says that an empty list changes nothing", "Leave it empty to keep the tags.", keeping],
  ["has tags of its own in place of none", "What it is like.", defaulting],
  [
    "has an item of its own in each list",
    "What it is like.",
    (_, { tags, ...rest }) => ({ ...rest, ...(tags && { tags: ["dish", ...tags] }) }),
  ],
  [
    "sorts lists and shows an item once",
    "What it is like.",
    (_, { tags, ...rest }) => ({ ...rest, ...(tags && { tags: [...new Set(tags)].toSorted() }) }),
  ],
  [
    "refuses empty lists",
    "What it is like.",
    (_, change) => (Object.values(change).some(({ length }) => length === 0) ? undefined : change),
  ],
])("has nothing against a service that %s", async (_, sentence, change) => {
  const { failures, errors } = await verified(sentence, change);
  expect({ failures, errors }).toEqual({ failures: [], errors: [] });
});
