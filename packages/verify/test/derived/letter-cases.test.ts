import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const members = (said: string): string => `openapi: 3.1.0
info: { title: Members, version: "1" }
paths:
  /members:
    post:
      operationId: addMember
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [login], properties: { login: { type: string } } }
            example: { login: Ann.Lee }
      responses:
        "201":
          description: Made.
          content:
            application/json:
              schema:
                type: object
                required: [id, login]
                properties: { id: { type: string }, login: { type: string, description: ${JSON.stringify(said)} } }
`;

const found = async (said: string, change: (text: string) => string): Promise<string[]> => {
  const fetch = async (request: Request): Promise<Response> => {
    const { login } = (await request.json()) as { readonly login: string };
    return Response.json({ id: "m-1", login: change(login) }, { status: 201 });
  };
  const { failures, errors } = await verifyServer({
    description: await read(members(said)),
    server: { fetch },
    replay: ["addMember/example"],
  });
  expect(errors).toEqual([]);
  return failures.filter(({ check }) => check === "derived-value").map(({ message }) => message);
};

test.each(["In lower case.", "Always stored in lower case", "The login, in lower-case letters."])(
  "a text that is not in the case of letters that its description promises is found: %s",
  async (said) => {
    expect(await found(said, (text) => text)).toEqual([
      `\`login\` is "Ann.Lee", and the description says ${JSON.stringify(said)}`,
    ]);
    expect(await found(said, (text) => text.toLowerCase())).toEqual([]);
  },
);

test("a text in capital letters is, too", async () => {
  expect(await found("In upper case", (text) => text)).toHaveLength(1);
  expect(await found("In upper case", (text) => text.toUpperCase())).toEqual([]);
});

test.each([
  "Compared in lower case.",
  "In lower case or as it was sent.",
  "May be in lower case.",
  "Upper and lower case are not distinguished.",
])("a text may have any letters: %s", async (said) => {
  expect(await found(said, (text) => text)).toEqual([]);
});

test("letters beyond ASCII may stay, as in languages that convert each by itself", async () => {
  const description = await read(members("In upper case.").replace("Ann.Lee", "ß"));
  const fetch = async (request: Request): Promise<Response> =>
    Response.json({ id: "m-1", ...((await request.json()) as object) }, { status: 201 });
  const replay = ["addMember/example"];
  const { failures } = await verifyServer({ description, server: { fetch }, replay });
  expect(failures).toEqual([]);
});
