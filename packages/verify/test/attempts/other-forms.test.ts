import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const channels = (said: string): string => `openapi: 3.1.1
info: { title: Channels, version: "1" }
paths:
  /channels:
    post:
      operationId: addChannel
      description: ${JSON.stringify(said)}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [target, label]
              properties: { target: { type: string }, label: { type: string } }
      responses:
        "201":
          description: Added.
          content: { application/json: { schema: { type: object } } }
        "422": { description: A member is not as it has to be. }
`;

/** Takes targets of one form, and says so, or refuses them without naming the member. */
function service(form: RegExp, isNaming: boolean) {
  const bodies: { readonly target: string; readonly label: string }[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const body = (await request.json()) as (typeof bodies)[number];
    bodies.push(body);
    return form.test(body.target)
      ? Response.json(body, { status: 201 })
      : new Response(isNaming ? "target: is not taken" : "is not taken", { status: 422 });
  };
  return { bodies, fetch };
}

async function verified(said: string, form: RegExp, isNaming = true) {
  const { bodies, fetch } = service(form, isNaming);
  const { failures, errors } = await verifyServer({
    description: await read(channels(said)),
    server: { fetch },
    replay: ["addChannel/example", "addChannel/unknown/body"],
  });
  expect({ failures, errors }).toEqual({ failures: [], errors: [] });
  return bodies;
}

test.each([
  ["an e-mail address", "", /^[^@]+@[^@]+$/],
  ["a URL", "", /^https:/],
  ["a pattern of a sentence", "A target is a number, or matches `^ch-[0-9]{3}$`.", /^ch-\d{3}$/],
])(
  "%s is found for a member that a refusal names, and used from then on",
  async (_, said, form) => {
    const bodies = await verified(said, form);
    const first = bodies.findIndex(({ target }) => form.test(target));
    expect(first).toBeGreaterThan(0);
    expect(bodies.slice(first).every(({ target }) => form.test(target))).toBe(true);
    expect(new Set(bodies.map(({ label }) => label)).size).toBe(1);
  },
);

test("no forms are tried where a refusal names no member", async () => {
  const bodies = await verified("", /^[^@]+@[^@]+$/, false);
  expect(bodies.filter(({ target }) => String(target).includes("@"))).toEqual([]);
});
