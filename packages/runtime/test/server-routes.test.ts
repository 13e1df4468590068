import { expect, test } from "vitest";
import { routesOf } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";

const handler = () => ({ status: 200 });
const listed = { query: fixture.hasMember("page", "number") };
const deleted = {};
const serializers = { commonError: () => ({}) };
const filled = { mediaType: "application/json", template: { from: "message" } } as const;

test("an operation gets the validators and serializers beside it, and what tables have for its name", () => {
  const routes = routesOf(
    [
      [fixture.deleteBook, undefined, deleted, serializers],
      [fixture.listBooks, handler, listed],
    ],
    { errorBodies: { ListBooks: { "400": filled } } },
  );
  expect(routes).toEqual([
    { operation: fixture.deleteBook, validators: deleted, serializers, handler: undefined },
    {
      operation: fixture.listBooks,
      validators: listed,
      errorBodies: { "400": filled },
      handler,
    },
  ]);
});
