import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { programClient, verifyClient, type VerifyReport } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read, pets } from "../support.ts";
import { programs } from "./programs.ts";

const example = fileURLToPath(new URL("../../examples/client.py", import.meta.url));

const verified = async (
  command: readonly [string, ...string[]],
  operations?: readonly string[],
): Promise<VerifyReport> =>
  verifyClient({
    description: await read(pets),
    client: programClient(command, { name: "a program" }),
    ...(operations && { operations }),
  });

describe.skipIf(spawnSync("python3", ["--version"]).status !== 0)("a client in Python", () => {
  test("is verified, and what it cannot do is counted", async () => {
    const { failures, errors, leftOut, coverage } = await verified(["python3", example]);
    expect(failures.map(({ id, check, message }) => `${id} ${check}: ${message}`)).toEqual([]);
    expect(errors).toEqual([]);
    expect(coverage.filter(({ isCovered }) => !isCovered)).toEqual([]);
    expect(leftOut.map(({ reason }) => reason.replaceAll(/\d+/g, "n"))).toEqual([
      "the client does not show calls at the same time: n were not compared",
      "the client does not show calls that are aborted: n were not compared",
    ]);
  });
});

describe.skipIf(spawnSync("python3", ["--version"]).status !== 0)("its errors", () => {
  test("of a media type that ends with +json are read as JSON", async () => {
    const problems = pets.replaceAll(
      /(Refused:\n.*?)application\/json/gs,
      "$1application/problem+json",
    );
    expect(problems).not.toBe(pets);
    const { failures } = await verifyClient({
      description: await read(problems),
      client: programClient(["python3", example]),
      operations: ["GetPet", "CreatePet"],
    });
    expect(failures.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  });
});

describe("a program", () => {
  test("that makes each call as it should has no failure", async () => {
    const { failures, errors } = await verified([process.execPath, "-e", programs.faultless]);
    expect(failures.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test.each([
    ["that ends where there is no answer", "crash", programs.ending],
    ["that leaves a rejection where there is no answer", "crash", programs.rejecting],
    ["that gives parts of a path as they are", "request", programs.plainPath],
  ])("%s is found", async (_, check, source) => {
    // Each call that ends the program starts another one.
    const { failures } = await verified([process.execPath, "-e", source], ["GetPet"]);
    expect(failures.map((one) => one.check)).toContain(check);
  });
});
