import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { notes, notesService, type NotesFault } from "./notes-service.ts";
import { startRaw } from "./raw-server.ts";

const description = await read(notes);

async function verified(seed: number, ...faults: NotesFault[]): Promise<VerifyReport> {
  const server = await startRaw(notesService(...faults));
  return verifyServer({ description, server, disposable: true, seed });
}

test.each([0, 1, 2])(
  "a service that does what HTTP demands has no failure, seed %i",
  async (seed) => {
    const report = await verified(seed);
    expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
    expect(report.coverage.filter(({ successes }) => successes === 0)).toEqual([]);
  },
);

test.each<[NotesFault, string, string, RegExp]>([
  [
    "leads to no note",
    "http-header",
    "CreateNote",
    /^answers 201 with Location \S+\/v1\/notes\/none, for which GetNote answers 404$/,
  ],
  [
    "leads to the list",
    "http-header",
    "CreateNote",
    /^answers 201 with Location \S+\/v1\/notes, which is the list of all$/,
  ],
  [
    "leads to the first note",
    "http-header",
    "CreateNote",
    /^answers 201 with Location \S+, where GetNote shows 1 and not \d+, which was created$/,
  ],
  [
    "keeps its tags",
    "conditional",
    "GetNote",
    /^gives another content the same ETag, "1" \(RFC 9110, section 8\.8\.1\)$/,
  ],
  [
    "changes its tags",
    "conditional",
    "GetNote",
    /^gives the same content the ETag "\d+" and then "\d+", so that If-None-Match never matches$/,
  ],
  [
    "sends a body to HEAD",
    "http-message",
    "ListNotes",
    /^answers HEAD with a body, in 2 operations \(ListNotes, GetNote\): .* \(RFC 9110, section 9\.3\.2\)$/,
  ],
  [
    "has another length for HEAD",
    "conditional",
    "GetNote",
    /^answers HEAD with content-length 0, and GET with \d+$/,
  ],
  [
    "has another type for HEAD",
    "conditional",
    "ListNotes",
    /^answers HEAD with content-type text\/html, and GET with application\/json$/,
  ],
  ["fails at HEAD", "server-error", "ListNotes", /^answers HEAD with 500, and GET with 200$/],
  [
    "lets any origin in",
    "http-header",
    "ListNotes",
    /^repeats an unknown Origin in Access-Control-Allow-Origin with /,
  ],
])("finds a service that %s", async (fault, check, operationId, message) => {
  const { failures } = await verified(0, fault);
  expect(failures).toContainEqual(
    expect.objectContaining({ check, operationId, message: expect.stringMatching(message) }),
  );
  expect(failures.filter((one) => one.check !== check)).toEqual([]);
  for (const { id } of failures) {
    const server = await startRaw(notesService(fault));
    const again = await verifyServer({ description, server, disposable: true, replay: [id] });
    const said = (one: (typeof failures)[number]): string =>
      one.policy ?? one.message.replaceAll(/\d+/g, "*");
    const wanted = failures.filter((one) => one.id === id).map(said);
    expect(again.failures.map(said)).toEqual(expect.arrayContaining(wanted));
  }
});
