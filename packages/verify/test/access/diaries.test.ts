import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { diaries, diaryService, type DiaryHabit } from "./diaries.ts";

const description = await read(diaries);

const verified = (seed: number, ...habits: DiaryHabit[]): Promise<VerifyReport> =>
  verifyServer({
    description,
    server: { fetch: diaryService(...habits) },
    credentials: { key: "one" },
    otherCredentials: { key: "two" },
    seed,
    replay: ["createDiary/other-principal", "addEntry/other-principal"],
  });

test.each<[number, DiaryHabit[]]>([
  [0, []],
  [1, []],
  [2, []],
  [0, ["shows all diaries and entries to all"]],
  // What is in an open diary may be shown to whoever knows it.
  [0, ["lists entries for the owner of an open diary only"]],
  [0, ["knows no search"]],
])("what is the caller's, or for all, has no failure, seed %d, %s", async (seed, habits) => {
  const report = await verified(seed, ...habits);
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
});

test.each<[DiaryHabit, string, string]>([
  [
    "shows entries of others",
    "showEntry",
    "shows another principal's Entry, whose list is refused with 404",
  ],
  ["searches the diaries of all", "listDiaries", "lists another principal's Diary by q"],
])("finds a service that %s", async (habit, operationId, message) => {
  const { failures, errors } = await verified(0, habit);
  expect(errors).toEqual([]);
  expect(failures).toEqual([
    expect.objectContaining({
      check: "other-principal",
      operationId,
      message: expect.stringContaining(message),
    }),
  ]);
});
