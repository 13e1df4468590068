import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { strangersDescription, strangersService } from "./strangers-service.ts";

test.each([0, 1, 2])(
  "a service that does as it likes where nobody says how does as the mock does, by seed %s",
  async (seed) => {
    const description = await read(strangersDescription);
    const server = { listener: strangersService() };
    const report = await verifyServer({ description, server, replay: ["createNote/model"], seed });
    expect(report).toMatchObject({ failures: [], errors: [] });
    const successes = report.coverage.map((row) => [row.operationId, row.successes > 0]);
    expect(successes).toEqual(
      ["listNotes", "createNote", "getNote", "changeNote", "deleteNote"].map((id) => [id, true]),
    );
  },
);
