import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { TeamService, teams, type TeamHabit } from "./teams.ts";

const silent = await read(teams("Some may not."));
const clear = await read(teams("Only for the caller's own team."));

const verified = (
  description: typeof silent,
  service: TeamService,
  seed = 0,
): Promise<VerifyReport> =>
  verifyServer({
    description,
    server: { fetch: (request: Request) => service.fetch(request) },
    credentials: { key: "one" },
    otherCredentials: { key: "two" },
    seed,
    replay: ["putPolicy/other-tenant"],
  });

const saidOf = ({ failures }: VerifyReport): string[] =>
  failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);

const takesAll: readonly TeamHabit[] = [
  "lets everybody put policies",
  "lets everybody put labels",
  "makes reports for all teams",
  "shows their reports to those who made them, too",
];

test.each<[number, readonly TeamHabit[]]>([
  [0, []],
  [1, []],
  [2, []],
  // Nothing says that policies, labels and reports are the team's alone.
  [0, takesAll],
  [0, ["puts the caller's team in the place of another"]],
  [0, ["makes reports for all teams", "shows their reports to those who made them, too"]],
  [0, ["shows the sites of all", "heats the sites of all"]],
])("what is the caller's, or for all, has no failure, seed %d, %s", async (seed, habits) => {
  const report = await verified(silent, new TeamService(...habits), seed);
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
  // What is written for the other team and for a site was tried, and the report, and a message that anybody may send.
  const tried = ["putPolicy", "putLabel", "createReport", "putHeating", "sendMessage"];
  const called = report.coverage.filter(({ statuses }) => Object.keys(statuses).length > 0);
  expect(called.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(tried));
});

test.each<[string, typeof silent, readonly TeamHabit[], readonly string[]]>([
  [
    "another operation refuses the team",
    silent,
    ["lets everybody put policies"],
    ['other-principal putPolicy: changes what belongs to another principal\'s `teamId`, "south"'],
  ],
  [
    "the description says whose policies are",
    clear,
    takesAll,
    ['other-principal putPolicy: changes what belongs to another principal\'s `teamId`, "south"'],
  ],
  [
    "who made a report does not see it",
    silent,
    ["makes reports for all teams"],
    ['other-principal createReport: creates a Report for another principal\'s `teamId`, "south"'],
  ],
  [
    "reports are for the own team, and policies of the other one are refused",
    clear,
    ["makes reports for all teams", "shows their reports to those who made them, too"],
    ['other-principal createReport: creates a Report for another principal\'s `teamId`, "south"'],
  ],
  [
    "the other's site cannot be read",
    silent,
    ["heats the sites of all"],
    ['other-principal putHeating: changes what belongs to another principal\'s `siteId`, "s2"'],
  ],
])("finds what is written for others: %s", async (_, description, habits, said) => {
  const report = await verified(description, new TeamService(...habits));
  expect(report.errors).toEqual([]);
  expect(saidOf(report)).toEqual(said);
});

test("a role may be one that the caller has for all teams", async () => {
  const roles = await read(teams("Only managers of the team may do so."));
  const report = await verified(roles, new TeamService(...takesAll));
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
});

test("writes back what was there before", async () => {
  const service = new TeamService("lets everybody put policies", "heats the sites of all");
  const before = new Map(service.stored);
  const { failures } = await verified(silent, service);
  expect(failures).toHaveLength(2);
  for (const [path, value] of before) expect(service.stored.get(path)).toEqual(value);
});

test("what is said to be shared is not created for others", async () => {
  const service = new TeamService("makes reports for all teams");
  const { failures } = await verifyServer({
    description: silent,
    server: { fetch: (request: Request) => service.fetch(request) },
    credentials: { key: "one" },
    otherCredentials: { key: "two" },
    replay: ["putPolicy/other-tenant"],
    expectations: { sharedResources: ["Report"] },
  });
  expect(failures).toEqual([]);
});
