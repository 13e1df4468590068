import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { SettingsService, settings, type SharedThing } from "./settings.ts";

const verified = async (
  [all, own]: readonly [string, string],
  service: SettingsService,
): Promise<VerifyReport> =>
  verifyServer({
    description: await read(settings(all, own)),
    server: { fetch: (request: Request) => service.fetch(request) },
    credentials: { key: "one" },
    otherCredentials: { key: "two" },
    replay: ["putSettings/own-value"],
  });

const everything = ["Everything belongs to the account of the key.", "Settings."] as const;
const yours = ["Notes.", "Your settings."] as const;

test.each<[readonly [string, string], SharedThing[]]>([
  [everything, []],
  [yours, []],
  // Both may be of one account.
  [everything, ["settings", "notes"]],
  [yours, ["settings", "notes"]],
])(
  "settings of the caller's, or of an account of both, have no failure: %s, %s",
  async (...about) => {
    const [said, shared] = about;
    const report = await verified(said, new SettingsService(...shared));
    expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
    expect(report.exchanges).toBeGreaterThan(3);
  },
);

test.each<[string, string]>([
  ["Notes.", "The settings."],
  ["Everything but the settings belongs to the account of the key.", "The settings."],
  ["Everything belongs to the account of the key.", "The settings, which are shared."],
])("settings that nobody says to be the caller's are left alone: %s %s", async (...said) => {
  await expect(verified(said, new SettingsService("settings"))).rejects.toThrow(/own-value/);
});

test.each<[readonly [string, string]]>([[everything], [yours]])(
  "finds settings that all share, and writes back what was there: %s",
  async (said) => {
    const service = new SettingsService("settings");
    const { failures, errors } = await verified(said, service);
    expect(errors).toEqual([]);
    expect(failures).toEqual([
      expect.objectContaining({
        check: "other-principal",
        operationId: "putSettings",
        message: "changes what showSettings shows another principal",
      }),
    ]);
    expect(service.settings.get("all")).toEqual({ pageLength: 10, isDark: true });
  },
);
