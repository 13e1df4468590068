import type { StateDescriptor } from "../../src/description.ts";
import { shelfId } from "./library-ids.ts";

const shelf = { parameter: "shelf_id", resource: "Shelf", member: "shelf_id" };
const job = { parameter: "job_id", resource: "Job", member: "job_id" };
const file = { parameter: "name", resource: "File" };
const reader = { parameter: "reader_id", resource: "Reader" };

const shelfSeed = {
  shelf_id: shelfId,
  name: "Travel",
  note: "By the window.",
  labels: ["maps"],
  room: "East",
  created_by: "ines",
  created_at: "2024-12-01T08:00:00Z",
  updated_at: "2024-12-01T08:00:00Z",
};

/** How the library's resources are kept. */
export const library: StateDescriptor = {
  resources: {
    Shelf: {
      key: "shelf_id",
      keyParameter: "shelf_id",
      keyType: "uuid",
      isOpen: false,
      roles: {
        created_at: { role: "created", format: "date-time" },
        updated_at: { role: "updated", format: "date-time" },
        created_by: { role: "owner" },
      },
      seeds: [{ scope: {}, value: shelfSeed }],
    },
    Book: {
      key: "id",
      keyParameter: "book_id",
      keyType: "text",
      isOpen: false,
      roles: {},
      seeds: [
        {
          scope: { shelf_id: shelfId },
          value: { id: "bok_x81b22f0", shelf_id: shelfId, title: "Lisbon", pages: 120 },
        },
      ],
    },
    Job: {
      key: "job_id",
      keyParameter: "job_id",
      keyType: "integer",
      isOpen: false,
      roles: {
        created_at: { role: "created", format: "date-time" },
        started_at: { role: "started", format: "date-time", isNullable: true },
        ended_at: { role: "ended", format: "date-time" },
      },
      lifecycle: {
        member: "status",
        steps: [
          { value: "QUEUED", lasts: 500 },
          { value: "RUNNING", lasts: 1500 },
          { value: "SUCCEEDED" },
        ],
        terminal: ["SUCCEEDED", "CANCELLED"],
        cancelled: "CANCELLED",
        result: { output: { pages: 2 } },
        events: { operationId: "StreamEvents", resource: "Event" },
      },
      seeds: [],
    },
    Event: {
      key: "event_id",
      keyType: "uuid",
      isOpen: false,
      roles: { at: { role: "created", format: "seconds" } },
      seeds: [],
    },
    File: {
      key: "name",
      keyParameter: "name",
      keyType: "given",
      isOpen: false,
      roles: { updated_at: { role: "updated", format: "date-time" } },
      seeds: [
        {
          scope: { shelf_id: shelfId },
          value: {
            name: "lisbon.md",
            shelf_id: shelfId,
            size: 8,
            updated_at: "2024-12-01T08:00:00Z",
            contents: "# Lisbon",
          },
        },
      ],
    },
    Note: { key: "id", keyType: "integer", isOpen: false, roles: {}, seeds: [] },
    Reader: {
      key: "reader_id",
      keyParameter: "reader_id",
      keyType: "text",
      isOpen: true,
      roles: {},
      seeds: [{ scope: {}, value: { reader_id: "ines", name: "Inês", active: true } }],
    },
  },
  operations: {
    ListShelves: {
      kind: "list",
      resource: "Shelf",
      path: [],
      at: "/shelves",
      filters: [
        { parameter: "room", member: "room", test: "equals" },
        { parameter: "starts_with", member: "name", test: "prefix" },
        { parameter: "q", test: "search" },
        { parameter: "since", member: "created_at", test: "from" },
        { parameter: "sort", test: "sort" },
      ],
      echoes: { room: "room" },
    },
    CreateShelf: {
      kind: "create",
      resource: "Shelf",
      path: [],
      at: "",
      once: ["secret"],
      given: ["name", "note", "labels", "room"],
    },
    GetShelf: { kind: "read", resource: "Shelf", path: [shelf], at: "" },
    UpdateShelf: { kind: "update", resource: "Shelf", path: [shelf], at: "" },
    DeleteShelf: { kind: "delete", resource: "Shelf", path: [shelf] },
    ListBooks: {
      kind: "list",
      resource: "Book",
      path: [shelf],
      at: "",
      filters: [],
      pages: {
        style: "cursor",
        request: { cursor: "after", limit: "limit" },
        response: { items: "", itemCursor: "/id" },
      },
    },
    CreateBook: {
      kind: "create",
      resource: "Book",
      path: [shelf],
      at: "/book",
      given: ["title", "pages", "language"],
    },
    GetBook: {
      kind: "read",
      resource: "Book",
      path: [{ parameter: "book_id", resource: "Book" }],
      at: "",
    },
    PutBook: {
      kind: "replace",
      resource: "Book",
      path: [{ parameter: "book_id", resource: "Book" }],
      at: "",
    },
    CreateJob: {
      kind: "create",
      resource: "Job",
      path: [shelf],
      at: "",
      given: ["book_ids"],
      references: [{ pointer: ["book_ids", "*"], resource: "Book" }],
    },
    GetJob: { kind: "read", resource: "Job", path: [{ ...job }], at: "" },
    UpdateJob: { kind: "update", resource: "Job", path: [job], at: "" },
    CancelJob: { kind: "act", resource: "Job", path: [job], at: "", action: "cancel" },
    ListEvents: { kind: "list", resource: "Event", path: [job], at: "/events", filters: [] },
    CreateEvents: { kind: "create", resource: "Event", path: [job], many: "/events" },
    StreamEvents: { kind: "stream", resource: "Event", path: [job] },
    PutFile: { kind: "create", resource: "File", path: [shelf], at: "", given: ["name"] },
    CreateFile: { kind: "create", resource: "File", path: [shelf], at: "", given: ["name"] },
    GetFile: {
      kind: "read",
      resource: "File",
      path: [shelf, file],
      at: "",
      includes: { contents: "include_contents" },
    },
    UpdateFile: { kind: "update", resource: "File", path: [shelf, file], at: "" },
    ListNotes: { kind: "list", resource: "Note", path: [shelf, file], at: "", filters: [] },
    CreateNote: { kind: "create", resource: "Note", path: [shelf, file], at: "", given: ["text"] },
    SignFile: {
      kind: "sign",
      resource: "File",
      path: [shelf, file],
      at: "",
      url: "url",
      method: "operation",
      size: "size",
      contents: "contents",
    },
    GetReader: { kind: "read", resource: "Reader", path: [reader], at: "" },
    UpdateReader: { kind: "update", resource: "Reader", path: [reader], at: "" },
    DeleteReader: { kind: "delete", resource: "Reader", path: [reader] },
    GetReaderCard: { kind: "below", resource: "Reader", path: [reader] },
  },
};
