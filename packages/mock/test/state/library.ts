import type { MockDescription, MockOperation, StateOperation } from "../../src/description.ts";
import { streamOf } from "../../src/stream-of.ts";
import { validator } from "../../../runtime/src/validation/index.ts";
import { shelfId } from "./library-ids.ts";
import {
  uuid,
  shelf,
  book,
  job,
  queuedJob,
  note,
  event,
  file,
  shelfExample,
  bookExample,
  jobExample,
  queuedExample,
  eventExamples,
  fileExample,
} from "./library-facts.ts";
import { json, operation, query } from "./library-operation.ts";
import { library as state } from "./library-state.ts";
import { anything, flag, listOf, longText, members, text, whole } from "./schema.ts";

const streamed = (line: string, path: string): MockOperation => {
  const made = operation(line, { path });
  const content = [{ mediaType: "text/event-stream", stream: "server-sent-events" as const }];
  return {
    ...made,
    operation: { ...made.operation, responses: { 200: { content } } },
    validators: { responses: { 200: { "text/event-stream": validator(members(event)) } } },
    answers: [{ status: 200, body: streamOf(eventExamples) }],
  };
};

const gone = members({ type: text, message: text });
const missing = {
  status: 404,
  body: { type: "Gone", message: "No such shelf." },
};
const documenting404 = (mock: MockOperation): MockOperation => ({
  ...mock,
  operation: {
    ...mock.operation,
    responses: { ...mock.operation.responses, 404: { content: json } },
  },
  validators: {
    ...mock.validators,
    responses: {
      ...mock.validators.responses,
      404: { "application/json": validator(gone) },
    },
  },
  answers: [...mock.answers, missing],
});

const page = members({
  page: whole,
  page_size: whole,
  total_count: whole,
  "next_page?": whole,
  "previous_page?": whole,
});

const operations: readonly MockOperation[] = [
  operation("ListShelves GET", {
    path: "/shelves",
    check: members({ shelves: listOf(members(shelf)), pagination: page, "room?": text }),
    body: {
      shelves: [shelfExample],
      pagination: { page: 1, page_size: 3, total_count: 1 },
      room: "East",
    },
    query: [
      query("page", "integer"),
      query("page_size", "integer"),
      query("room", { array: "string" }),
      query("starts_with"),
      query("q"),
      query("since"),
      query("sort"),
    ],
    pagination: {
      style: "page",
      request: { page: "page", pageSize: "page_size" },
      response: {
        items: "/shelves",
        page: "/pagination/page",
        pageSize: "/pagination/page_size",
        totalCount: "/pagination/total_count",
        nextPage: "/pagination/next_page",
        previousPage: "/pagination/previous_page",
      },
    },
  }),
  operation("CreateShelf POST", {
    path: "/shelves",
    status: 201,
    check: members({ ...shelf, secret: text }),
    body: { ...shelfExample, secret: "shk-example-00000000" },
    headers: { location: `/shelves/${shelfId}` },
  }),
  documenting404(
    operation("GetShelf GET", {
      path: "/shelves/{shelf_id}",
      check: members(shelf),
      body: shelfExample,
    }),
  ),
  operation("UpdateShelf PATCH", {
    path: "/shelves/{shelf_id}",
    check: members(shelf),
    body: shelfExample,
    mediaTypes: ["application/json", "application/merge-patch+json"],
  }),
  operation("DeleteShelf DELETE", { path: "/shelves/{shelf_id}", status: 204 }),
  operation("ListBooks GET", {
    path: "/shelves/{shelf_id}/books",
    check: listOf(members({ id: text, shelf_id: uuid, title: text })),
    body: [{ id: "bok_x81b22f0", shelf_id: shelfId, title: "Lisbon" }],
    query: [query("limit", "integer"), query("after")],
  }),
  operation("CreateBook POST", {
    path: "/shelves/{shelf_id}/books",
    status: 201,
    check: members({ book: members(book) }),
    body: { book: bookExample },
  }),
  operation("GetBook GET", { path: "/books/{book_id}", check: members(book), body: bookExample }),
  operation("PutBook PUT", {
    path: "/books/{book_id}",
    check: members(book),
    body: bookExample,
    responses: { 201: { content: json } },
  }),
  operation("CreateJob POST", {
    path: "/shelves/{shelf_id}/jobs",
    status: 202,
    check: members(job),
    body: jobExample,
  }),
  operation("GetJob GET", {
    path: "/jobs/{job_id}",
    check: members(queuedJob),
    body: queuedExample,
  }),
  operation("UpdateJob PATCH", {
    path: "/jobs/{job_id}",
    check: members(queuedJob),
    body: queuedExample,
  }),
  operation("CancelJob POST", {
    path: "/jobs/{job_id}/cancel",
    check: members(queuedJob),
    body: queuedExample,
  }),
  operation("ListEvents GET", {
    path: "/jobs/{job_id}/events",
    check: members({ events: listOf(members(event)) }),
    body: { events: eventExamples },
  }),
  operation("CreateEvents POST", { path: "/jobs/{job_id}/events", status: 202 }),
  streamed("StreamEvents GET", "/jobs/{job_id}/events/stream"),
  operation("PutFile PUT", {
    path: "/shelves/{shelf_id}/files",
    check: members(file),
    body: fileExample,
  }),
  operation("CreateFile POST", {
    path: "/shelves/{shelf_id}/files",
    status: 201,
    check: members(file),
    body: fileExample,
  }),
  operation("GetFile GET", {
    path: "/shelves/{shelf_id}/files/{name}",
    check: members(file),
    body: { ...fileExample, contents: "# Lisbon" },
    query: [query("include_contents", "boolean")],
  }),
  operation("UpdateFile PATCH", {
    path: "/shelves/{shelf_id}/files/{name}",
    check: members(file),
    body: fileExample,
  }),
  operation("ListNotes GET", {
    path: "/shelves/{shelf_id}/files/{name}/notes",
    check: listOf(members(note)),
    body: [{ id: 1, text: "Old." }],
  }),
  operation("CreateNote POST", {
    path: "/shelves/{shelf_id}/files/{name}/notes",
    status: 201,
    check: members(note),
    body: { id: 1, text: "Old." },
  }),
  operation("SignFile POST", {
    path: "/shelves/{shelf_id}/file-urls/{name}",
    check: members({ url: text, headers: anything }),
    body: {
      url: "https://files.example.com/lisbon.md",
      headers: { "content-type": "text/markdown" },
    },
  }),
  operation("GetReader GET", {
    path: "/readers/{reader_id}",
    check: members({ reader_id: longText, name: text, active: flag }),
    body: { reader_id: "ines", name: "Inês", active: true },
  }),
  operation("UpdateReader PATCH", {
    path: "/readers/{reader_id}",
    check: members({ reader_id: longText, name: text, active: flag }),
    body: { reader_id: "ines", name: "Inês", active: true },
  }),
  operation("DeleteReader DELETE", { path: "/readers/{reader_id}", status: 204 }),
  operation("GetReaderCard GET", {
    path: "/readers/{reader_id}/card",
    check: members({ number: text }),
    body: { number: "0001" },
  }),
];

/** A library with shelves, books on them, jobs that run, files, and readers that nobody creates. */
export const library: MockDescription = {
  title: "Library",
  api: {
    securitySchemes: {},
    servers: [],
    errorBody: {
      statuses: [400, 404, 409],
      mediaType: "application/json",
      members: { code: "type", issues: "errors" },
      template: { members: { type: { from: "code" }, errors: { each: { from: "issue" } } } },
    },
  },
  operations,
  state,
};

/** The library with other answers to questions of its state. */
export function libraryWith(changes: {
  readonly [operationId: string]: Partial<StateOperation>;
}): MockDescription {
  const changed = Object.entries(state.operations).map(([operationId, one]) => [
    operationId,
    { ...one, ...changes[operationId] },
  ]);
  return { ...library, state: { ...state, operations: Object.fromEntries(changed) } };
}

export { eventExamples, shelfId };
