import { describe, expect, test } from "vitest";
import * as fixture from "../../../runtime/test/fixture.ts";
import { emma, hooks, mocked } from "./support.ts";

describe("the body of a callback", () => {
  const bodies: [what: string, example: unknown, sent: unknown][] = [
    ["takes members of its own", { title: "a", at: 1 }, { title: "Emma", at: 1 }],
    ["keeps members of another kind", { title: 1 }, { title: 1 }],
    [
      "takes the path's name of the key",
      { book: "a", book_id: "b" },
      { book: "a", book_id: "new" },
    ],
    [
      "takes an object that is the record, and leaves an id beside it",
      { id: "e1", data: { book_id: "b", title: "a" } },
      { id: "e1", data: { book_id: "new", title: "Emma" } },
    ],
    [
      "leaves an object that has other members",
      { shop: { title: "a", town: "b" } },
      { shop: { title: "a", town: "b" } },
    ],
    [
      "takes an object with the name of the resource",
      { Book: { title: "a" } },
      { Book: { title: "Emma" } },
    ],
    ["stays if it is no object", ["title"], ["title"]],
  ];
  test.each(bodies)("%s", async (_, body, sent) => {
    const { mock } = mocked({ input: { body } });
    mock.on("CreateBook", { status: 201, body: { book_id: "new", title: "Emma" } });
    await mock.fetch("/books", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(emma),
    });
    await mock.settled();
    expect(mock.callbacks[0]?.body).toEqual(sent);
  });

  test("keeps the example's value where the record's is invalid", async () => {
    const validate = fixture.hasMember("title", "number");
    const { mock, create } = mocked({
      input: { body: { title: 1, callbackUrl: "http://localhost/b" } },
      validators: { body: { "application/json": validate } },
    });
    mock.on("CreateBook", { status: 201, body: { book_id: "new", title: 2 } });
    await create(emma);
    expect(mock.callbacks[0]?.body).toEqual({ title: 2, callbackUrl: hooks });
    const strict = mocked({
      input: { body: { title: "Only this", callbackUrl: "http://localhost/b" } },
      validators: {
        body: {
          "application/json": Object.assign(
            (value: unknown) => (value as { title: string }).title === "Only this",
            { errors: [] },
          ),
        },
      },
    });
    await strict.create(emma);
    expect(strict.mock.callbacks[0]?.body).toEqual({ title: "Only this", callbackUrl: hooks });
  });
});
