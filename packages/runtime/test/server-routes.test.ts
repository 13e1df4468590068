import { expect, test } from "vitest";
import { routesOf } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";

const handler = () => ({ status: 200 });
const validators = { ListBooks: { query: fixture.hasMember("page", "number") }, DeleteBook: {} };
const serializers = { DeleteBook: { commonError: () => ({}) } };

test("an operation gets the validators and serializers of its name", () => {
  const routes = routesOf(validators, serializers, [
    [fixture.deleteBook, undefined],
    [fixture.listBooks, handler],
  ]);
  expect(routes).toEqual([
    {
      operation: fixture.deleteBook,
      validators: validators.DeleteBook,
      serializers: serializers.DeleteBook,
      handler: undefined,
    },
    { operation: fixture.listBooks, validators: validators.ListBooks, handler },
  ]);
});

test("one that nothing validates is refused", () => {
  expect(() => routesOf(validators, {}, [[fixture.createBook, handler]])).toThrow(
    new TypeError("CreateBook: there are no validators"),
  );
});
