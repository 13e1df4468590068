import {
  verifyClient,
  verifyCompatibility,
  verifyServer,
  verifyTraffic,
  type Har,
  type VerifyReport,
} from "@openapi-packages/verify";
import { notes, notesClient } from "./client/support.ts";
import { describe, pets } from "./support.ts";

/** A shelter that answers a wrong name, and forgets what it was given. */
const faulty = ({ method, url }: Request): Response => {
  if (method === "DELETE") return new Response(null, { status: 204 });
  const isList = new URL(url).pathname === "/pets" && method === "GET";
  const pet = { id: "7", name: 7 };
  return Response.json(isList ? { pets: [pet] } : pet, { status: method === "POST" ? 201 : 200 });
};

const har: Har = {
  log: {
    version: "1.2",
    entries: [
      {
        startedDateTime: "2026-11-22T10:00:00.000Z",
        request: { method: "GET", url: "http://localhost/pets/7", headers: [] },
        response: {
          status: 200,
          headers: [{ name: "Content-Type", value: "application/json" }],
          content: { size: 18, mimeType: "application/json", text: '{"id":"7","name":7}' },
        },
      },
      {
        startedDateTime: "2026-11-22T10:00:01.000Z",
        request: { method: "GET", url: "http://localhost/elsewhere", headers: [] },
        response: { status: 200, headers: [], content: { size: 0, mimeType: "" } },
      },
    ],
  },
};

/** A way to run verification, whatever it finds. */
export const modes: Readonly<Record<string, () => Promise<VerifyReport>>> = {
  "a server": async () =>
    verifyServer({ description: await describe(pets), server: { fetch: faulty } }),
  "a server with known failures": async () =>
    verifyServer({
      description: await describe(pets),
      server: { fetch: faulty },
      expectations: {
        leaveAlone: ["UpdatePet"],
        known: [
          { check: "body", operation: "GetPet", reason: "with the next version" },
          { id: "ListPets/gone", reason: "it was mended" },
        ],
      },
    }),
  "a server that stores nothing": async () =>
    verifyServer({
      description: await describe(pets),
      server: { fetch: () => Response.json({ message: "no" }, { status: 404 }) },
    }),
  "a server that is not there any more": async () =>
    verifyServer({
      description: await describe(pets),
      server: { fetch: () => Promise.reject(new Error("gone")) },
    }),
  "a replay": async () =>
    verifyServer({
      description: await describe(pets),
      server: { fetch: faulty },
      replay: ["GetPet/example@0"],
    }),
  "an interrupted run": async () => {
    const stop = new AbortController();
    return verifyServer({
      description: await describe(pets),
      server: { fetch: faulty },
      signal: stop.signal,
      onProgress: ({ done }) => done === 3 && stop.abort(),
    });
  },
  "a client": async () =>
    verifyClient({
      description: await describe(notes),
      client: notesClient({ draft: (draft) => (draft.path = draft.path.replace("/notes", "/no")) }),
      timeout: 1500,
      operations: ["GetNote", "CreateNote"],
    }),
  "two revisions": async () =>
    verifyCompatibility({
      base: await describe(pets),
      head: await describe(pets.replaceAll("maxLength: 40", "maxLength: 20")),
    }),
  "recorded traffic": async () => verifyTraffic({ description: await describe(pets), har }),
};
