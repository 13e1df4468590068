import { expect, test } from "vitest";
import { checkOperations } from "../check-operations.ts";
import { formatFinding } from "../repository.ts";

const description = [
  { path: "spec/paths/books.yaml", text: "/books:\n  get:\n    operationId: ListBooks\n" },
];

const generated = [
  {
    path: "packages/contract/src/operations.ts",
    text: `export interface ListBooksInput {}
export type ListBooksResult = { status: 200 };
export const operations = { ListBooks: { operationId: "ListBooks" } };`,
  },
  { path: "packages/contract/src/validators.js", text: "export const listBooksValidators = {};" },
  { path: "packages/client/src/books.ts", text: "class Books { listBooks(input: Input) {} }" },
  { path: "packages/server/src/books.ts", text: "export type ListBooksHandler<Context> = 1;" },
  { path: "packages/mocks/src/operations/books.ts", text: "    ListBooks: {}," },
];

test("an operation with all declarations is not reported", () => {
  expect(checkOperations(description, generated)).toEqual([]);
});

test.each([
  ["interface ListBooksInput", "input type (ListBooksInput)"],
  ["type ListBooksResult", "result type (ListBooksResult)"],
  [`operationId: "ListBooks"`, "descriptor (ListBooks)"],
  ["const listBooksValidators", "validators (listBooksValidators)"],
  ["listBooks(", "client method (listBooks)"],
  ["type ListBooksHandler", "handler type (ListBooksHandler)"],
  ["    ListBooks: {}", "mock (ListBooks)"],
])("without %s the operation is reported", (removed, missing) => {
  const sources = generated.map(({ path, text }) => ({ path, text: text.replace(removed, "") }));
  expect(checkOperations(description, sources).map(formatFinding)).toEqual([
    `spec/paths/books.yaml:3  operation-missing  ListBooks has no ${missing}`,
  ]);
});

test("a longer name with the same beginning does not count", () => {
  const sources = generated.map(({ path, text }) => ({
    path,
    text: text.replaceAll("listBooks(", "listBooksOfShelf("),
  }));
  expect(checkOperations(description, sources)).toHaveLength(1);
});

test("a description without operations is reported", () => {
  expect(checkOperations([], generated).map(formatFinding)).toEqual([
    "spec:1  operation-missing  the description has no operations",
  ]);
});
