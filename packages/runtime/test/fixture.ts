import { describedApi, type ClientApi } from "../src/client/index.ts";
import type { OperationErrorBodies } from "../src/error-types.ts";
import type {
  OperationDescriptor,
  OperationValidators,
  Validator,
  ValidatorError,
} from "../src/operation.ts";

/** The description that the tests of both ends share: a shop of books. */
export const api: ClientApi = describedApi({
  securitySchemes: {
    bearer: { type: "http", scheme: "bearer" },
    basic: { type: "http", scheme: "basic" },
    headerKey: { type: "apiKey", in: "header", name: "X-Key" },
    queryKey: { type: "apiKey", in: "query", name: "api_key" },
    cookieKey: { type: "apiKey", in: "cookie", name: "sid" },
    oauth: { type: "oauth2" },
  },
  errorBody: {
    statuses: [400, 401, 403, 404, 405, 413, 415, 422],
    mediaType: "application/json",
    members: { code: "type", issues: "errors" },
    template: { members: { type: { from: "code" }, errors: { each: { from: "issue" } } } },
  },
  servers: ["http://books.example/v1/"],
});

const json = [{ mediaType: "application/json" }];
const bookId = { name: "book_id", in: "path", required: true } as const;

export const getBook: OperationDescriptor = {
  operationId: "GetBook",
  method: "GET",
  path: "/books/{book_id}",
  parameters: [bookId, { name: "X-Trace", in: "header" }, { name: "theme", in: "cookie" }],
  responses: { 200: { content: json }, 404: { content: json }, "5XX": {} },
};

export const listBooks: OperationDescriptor = {
  operationId: "ListBooks",
  method: "GET",
  path: "/books",
  parameters: [
    { name: "page", in: "query", shape: "integer" },
    { name: "status", in: "query", explode: false, shape: { array: "string" } },
  ],
  responses: { 200: { content: json } },
  pagination: {
    style: "page",
    request: { page: "page" },
    response: { items: "/books", page: "/page", pageCount: "/pages", nextPage: "/next" },
  },
};

export const createBook: OperationDescriptor = {
  operationId: "CreateBook",
  method: "POST",
  path: "/books",
  parameters: [{ name: "dry", in: "query", shape: "boolean" }],
  requestBody: { required: true, content: json },
  responses: {
    201: { content: json, headers: [{ name: "X-Tags", in: "header", shape: { array: "string" } }] },
    400: { content: json },
  },
};

export const deleteBook: OperationDescriptor = {
  operationId: "DeleteBook",
  method: "DELETE",
  path: "/books/{book_id}",
  parameters: [bookId],
  requestBody: { content: json },
  responses: { 204: {} },
};

export const watchBooks: OperationDescriptor = {
  operationId: "WatchBooks",
  method: "GET",
  path: "/books/events",
  responses: {
    200: { content: [{ mediaType: "text/event-stream", stream: "server-sent-events" }] },
  },
};

export const exportBooks: OperationDescriptor = {
  operationId: "ExportBooks",
  method: "GET",
  path: "/export.{format}",
  parameters: [{ name: "format", in: "path", required: true }],
  responses: {
    200: {
      content: [
        { mediaType: "application/json" },
        { mediaType: "text/csv" },
        { mediaType: "application/octet-stream" },
        { mediaType: "application/jsonl", stream: "json-lines" },
      ],
    },
  },
};

export const sendFile: OperationDescriptor = {
  operationId: "SendFile",
  method: "PUT",
  path: "/file",
  requestBody: {
    content: [
      { mediaType: "application/json" },
      { mediaType: "text/plain" },
      {
        mediaType: "application/x-www-form-urlencoded",
        shape: { object: { size: "integer", tags: { array: "string" } } },
      },
      {
        mediaType: "multipart/form-data",
        shape: {
          object: {
            size: "integer",
            tags: { array: "string" },
            about: { object: {} },
            file: "any",
          },
        },
      },
      { mediaType: "application/octet-stream" },
    ],
  },
  responses: { 200: { content: json } },
};

/** A validator that reports what the function finds. */
export function validator(find: (value: unknown) => ValidatorError[]): Validator {
  const validate: Validator = (value) => {
    const errors = find(value);
    validate.errors = errors;
    return errors.length === 0;
  };
  return validate;
}

/** A validator of one member's type, as `typeof` names it; `required` by default. */
export function hasMember(name: string, type: string, required = true): Validator {
  return validator((value) => {
    const member = (value as { [member: string]: unknown } | null)?.[name];
    if (member === undefined && !required) return [];
    if (member === undefined) {
      const params = { missingProperty: name };
      return [{ instancePath: "", keyword: "required", params, message: `must have ${name}` }];
    }
    if (typeof member === type) return [];
    return [{ instancePath: `/${name}`, keyword: "type", message: `must be ${type}` }];
  });
}

/** How problems fill the documented 400 of {@link createBook}. */
export const createBookErrors: OperationErrorBodies = {
  400: {
    mediaType: "application/json",
    template: { members: { type: { from: "code" }, errors: { each: { from: "issue" } } } },
  },
};

export const createBookValidators: OperationValidators = {
  query: hasMember("dry", "boolean", false),
  body: { "application/json": hasMember("title", "string") },
  responses: { 201: { "application/json": hasMember("book_id", "string") } },
};
