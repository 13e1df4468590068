import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const description = await read(`openapi: 3.1.0
info: { title: Parcels, version: "1" }
paths:
  /parcels:
    post:
      operationId: sendParcel
      description: A reference is used by one parcel at a time; one that is taken is refused with 409.
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/NewParcel" }
            examples:
              short: { value: { receiver: Ines } }
              full: { value: { receiver: Paul, reference: BOX-12 } }
      responses:
        "201": { description: Sent., content: { application/json: { schema: { $ref: "#/components/schemas/Parcel" } } } }
        "400": { description: Wrong. }
        "409": { description: The reference is taken. }
  /parcels/{parcelId}:
    parameters: [{ name: parcelId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: showParcel
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Parcel" } } } }
        "404": { description: None. }
components:
  schemas:
    NewParcel:
      type: object
      required: [receiver]
      properties: { receiver: { type: string, minLength: 1 }, reference: { type: string, pattern: "^[\\\\w-]+$" } }
    Parcel:
      type: object
      required: [id, receiver]
      properties: { id: { type: integer }, receiver: { type: string }, reference: { type: string } }
`);

type Habit = "looks for references early" | "takes references again" | "knows no references";

const others = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** A service of parcels, which is faultless unless it looks for references before it waits. */
function parcelService(habit?: Habit): (request: Request) => Promise<Response> {
  const taken = new Set<string>();
  let last = 0;
  return async (request) => {
    const body = (await request.json()) as { receiver?: unknown; reference?: unknown };
    const { receiver, reference } = body;
    if (typeof receiver !== "string") return Response.json({}, { status: 400 });
    if (habit === "knows no references" && reference !== undefined)
      return Response.json({}, { status: 400 });
    const isTaken = taken.has(String(reference)) && habit !== "takes references again";
    if (reference !== undefined && isTaken) return Response.json({}, { status: 409 });
    if (habit === "looks for references early") await others();
    if (reference !== undefined) taken.add(String(reference));
    last += 1;
    return Response.json({ id: last, ...body }, { status: 201 });
  };
}

const verified = (habit?: Habit) =>
  verifyServer({
    description,
    server: { fetch: parcelService(habit) },
    replay: ["sendParcel/at-once/unique"],
  });

test.each<[Habit | undefined]>([[undefined], ["takes references again"], ["knows no references"]])(
  "a service may look at optional members in its own way: %s",
  async (habit) => {
    expect(await verified(habit)).toMatchObject({ failures: [], errors: [], leftOut: [] });
  },
);

test("finds optional members that are unique, but for calls at once", async () => {
  const { failures } = await verified("looks for references early");
  expect(failures.map(({ check, message }) => `${check}: ${message}`)).toEqual([
    "concurrent-calls: 5 of 5 calls at once with the same values succeed: the second one is refused by 409 if it comes later",
  ]);
});
