import { expect, test } from "vitest";
import { consolePath } from "../../src/node/console/console.ts";
import { consoleToken, readConsole, refusal, start, withToken } from "./harness.ts";

const paths = ["", "/state", "/records", "/requests", "/operations", "/faults", "/nothing"];

test("the console is for those who know its token", async () => {
  const { url } = await start();
  for (const path of paths) {
    const answer = await fetch(`${url}/__mock${path}`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer /);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining("token") });
  }
  const others = ["", "wrong", `${consoleToken}x`, consoleToken.slice(1), "__proto__"];
  for (const other of others)
    for (const authorization of [`Bearer ${other}`, `Basic ${consoleToken}`, other])
      expect((await fetch(`${url}/__mock/state`, { headers: { authorization } })).status).toBe(401);
  expect((await fetch(`${url}/__mock/state?token=${consoleToken}`)).status).toBe(401);
  const reset = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  expect((await fetch(`${url}/__mock/reset`, reset)).status).toBe(401);
  expect((await readConsole(`${url}/__mock/state`)).status).toBe(200);
});

test("the address with the token gives a cookie, and goes away", async () => {
  const { url, consoleUrl, output } = await start();
  expect(consoleUrl).toBe(`${url}${consolePath}?token=${consoleToken}`);
  const entry = await fetch(consoleUrl ?? "", { redirect: "manual" });
  expect([entry.status, entry.headers.get("location")]).toEqual([303, consolePath]);
  expect(entry.headers.get("referrer-policy")).toBe("no-referrer");
  const [cookie = "", ...attributes] = (entry.headers.get("set-cookie") ?? "").split("; ");
  expect(attributes).toEqual(["Path=/__mock", "HttpOnly", "SameSite=Strict"]);
  expect(cookie).toMatch(new RegExp(`^mock_console_${new URL(url).port}=`));
  expect(cookie).not.toContain(consoleToken);
  const read = (value: string) => fetch(`${url}/__mock/state`, { headers: { cookie: value } });
  expect((await read(`theme=dark; ${cookie}`)).status).toBe(200);
  expect((await read(`${cookie}x`)).status).toBe(401);
  expect((await read(`x${cookie}`)).status).toBe(401);
  const page = await fetch(`${url}/__mock`, { headers: { cookie } });
  expect(page.headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(await page.text()).not.toContain(consoleToken);
  expect(output.text.split(consoleToken)).toHaveLength(2);
});

test("the token is a new one at each start unless it is given", async () => {
  const tokenOf = ({ consoleUrl = "" }: { consoleUrl: string | undefined }) =>
    new URL(consoleUrl).searchParams.get("token") ?? "";
  const given = { consoleToken: undefined } as never;
  const tokens = [tokenOf(await start(given)), tokenOf(await start(given))];
  expect(tokens[0]).not.toBe(tokens[1]);
  for (const token of tokens) expect(token.length).toBeGreaterThanOrEqual(32);
  const off = await start({ isConsoleOn: false });
  expect(off.consoleUrl).toBeUndefined();
  expect((await fetch(`${off.url}/__mock`, { headers: withToken })).status).toBe(404);
  expect(await refusal({ consoleToken: "a b" })).toMatchObject({
    name: "MockStartError",
    message: expect.stringContaining("the console's token may only contain letters"),
  });
});
