import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderReport, verifyCompatibility } from "@openapi-packages/verify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { describe, pets } from "./support.ts";

/** A repository whose description refers to a file, and has changed since its first commit. */
let folder = "";
const path = (name: string): string => join(folder, name);
const git = (...args: readonly string[]): string =>
  execFileSync("git", [
    "-C",
    folder,
    "-c",
    "user.name=Ann",
    "-c",
    "user.email=ann@example.com",
    ...args,
  ]).toString();

const [head = "", components = ""] = pets.split(/(?=^components:)/m);
const api = head.replaceAll('"#/components/', '"parts.yaml#/components/');

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "verify-")));
  git("init", "--quiet", "--initial-branch=main");
  mkdirSync(path("api"));
  writeFileSync(path("api/openapi.yaml"), api);
  writeFileSync(path("api/parts.yaml"), components);
  symlinkSync("/etc/passwd", path("link.yaml"));
  git("add", "--all");
  git("commit", "--quiet", "--message=First");
  git("tag", "v1");
  writeFileSync(path("api/parts.yaml"), components.replaceAll("maxLength: 40", "maxLength: 20"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const verified = (base: string, file = "api/openapi.yaml") =>
  verifyCompatibility({ base, head: path(file), compatibility: "backward" });

test("compares with a revision of the repository, all of its files, and leaves it as it is", async () => {
  writeFileSync(path("staged.txt"), "staged");
  git("add", "staged.txt");
  const before = [
    git("status", "--porcelain"),
    git("worktree", "list"),
    readFileSync(path(".git/index"), "base64"),
  ];
  const temporary = mkdtempSync(join(tmpdir(), "verify-"));
  vi.stubEnv("TMPDIR", temporary);
  const { failures, subject } = await verified("v1");
  vi.unstubAllEnvs();
  expect(readdirSync(temporary)).toEqual([]);
  rmSync(temporary, { recursive: true });
  const requests = failures.filter(({ check }) => check === "incompatible-request");
  expect(requests.map(({ operationId }) => operationId)).toEqual(["CreatePet", "UpdatePet"]);
  expect(subject).toMatch(/^v1 and .*openapi\.yaml$/);
  const [first] = requests;
  expect(first?.location.file).toMatch(/api\/parts\.yaml$/);
  expect(first?.related?.[0]).toMatchObject({
    name: "v1",
    location: { file: "v1:api/parts.yaml" },
  });
  expect(first?.related?.[0]?.location.line).toBe(first?.location.line);
  expect(first?.steps[0]?.curl).toContain("--data-raw");
  const after = [
    git("status", "--porcelain"),
    git("worktree", "list"),
    readFileSync(path(".git/index"), "base64"),
  ];
  expect(after).toEqual(before);
});

test("takes another path of the revision", async () => {
  writeFileSync(path("moved.yaml"), pets);
  const { failures } = await verified("v1:api/openapi.yaml", "moved.yaml");
  expect(failures).toEqual([]);
  await expect(verified("v1", "moved.yaml")).rejects.toThrow("there is no moved.yaml at v1");
});

test.each([
  ["mian", "did you mean main?"],
  ["v1:api/openapi.yml", "there is no api/openapi.yml at v1; did you mean v1:api/openapi.yaml?"],
  ["v1:openapi.yaml", "did you mean v1:api/openapi.yaml?"],
  ["nowhere.yaml", 'there is no file "nowhere.yaml"'],
  ["--output=x", 'there is no file "--output=x"'],
])("says of %s what is wrong", async (base, message) => {
  await expect(verified(base)).rejects.toThrow(message);
});

test("says that a folder is in no repository", async () => {
  const outside = mkdtempSync(join(tmpdir(), "verify-"));
  try {
    writeFileSync(join(outside, "openapi.yaml"), pets);
    const found = verifyCompatibility({ base: "main", head: join(outside, "openapi.yaml") });
    await expect(found).rejects.toThrow("is not in a repository of git");
  } finally {
    rmSync(outside, { recursive: true });
  }
});

test("says which parameters and members are no longer known, and what is new", async () => {
  const base = await describe(
    pets
      .replace(
        "        - { name: limit",
        "        - { name: sort, in: query, schema: { type: string } }\n        - { name: limit",
      )
      .replace("kind: { type: string", "nick: { type: string }\n        kind: { type: string"),
  );
  const later = await describe(
    pets.replace(
      "    delete:",
      "    put:\n      operationId: PutPet\n      responses: { '204': { description: Put. } }\n    delete:",
    ),
  );
  const report = await verifyCompatibility({ base, head: later });
  expect(
    report.failures.map(({ id, message }) => [
      id,
      /: (the query parameter `\w+`|`\w+` of the body)/.exec(message)?.[1],
    ]),
  ).toEqual([
    ["ListPets/earlier-client@0", "the query parameter `sort`"],
    ["CreatePet/earlier-client@0", "`nick` of the body"],
  ]);
  expect(report.leftOut.map(({ caseId }) => caseId)).toEqual(["PutPet/later-client"]);
});

test("reports both places in all formats, and replays an operation", async () => {
  const base = await describe(pets);
  const options = { base, head: await describe(pets.replaceAll("maxLength: 40", "maxLength: 20")) };
  const report = await verifyCompatibility(options);
  const [first] = report.failures;
  const place = `${first?.related?.[0]?.location.line}:${first?.related?.[0]?.location.column}`;
  for (const format of ["junit", "github", "pretty"] as const)
    expect(renderReport(format, report)).toContain(place);
  for (const format of ["json", "sarif"] as const)
    expect(renderReport(format, report)).toMatch(/"(?:related|relatedLocations)"/);
  const replayed = await verifyCompatibility({
    ...options,
    replay: ["CreatePet/earlier-client@0"],
  });
  expect(replayed.failures.map(({ id }) => id)).toEqual(["CreatePet/earlier-client@0"]);
});

test("tells once that operations are below another path", async () => {
  const at = (url: string) =>
    describe(pets.replace("paths:", `servers: [{ url: ${url} }]\npaths:`));
  const report = await verifyCompatibility({
    base: await at("https://one.example.com/v1"),
    head: await at("https://two.example.com/v2"),
    compatibility: "backward",
  });
  expect(report.failures.map(({ id }) => id)).toEqual(["servers/earlier-client@0"]);
});
