import { describe, expect, test } from "vitest";
import { readConsole, sendJson, start, withToken } from "./harness.ts";

describe("the console's faults", () => {
  test("are added, switched off and on, and cleared", async () => {
    const { url } = await start({ faults: [{ operation: "ListBooks", latency: 0 }] });
    const faults = `${url}/__mock/faults`;
    const status = async (): Promise<number> => (await fetch(`${url}/books/b1`)).status;
    const first = { operation: "ListBooks", latency: 0 };
    const rule = { operation: "GetBook", status: 404 };
    const added = await sendJson("POST", faults, rule);
    expect(await added.json()).toEqual({ isOn: true, rules: [rule, first] });
    expect(await status()).toBe(404);
    const off = await sendJson("PUT", faults, { isOn: false });
    expect(await off.json()).toEqual({ isOn: false, rules: [rule, first] });
    expect(await status()).toBe(200);
    const on = await sendJson("PUT", faults, { isOn: true });
    expect(await on.json()).toEqual({ isOn: true, rules: [rule, first] });
    expect(await status()).toBe(404);
    const cleared = await fetch(faults, { method: "DELETE", headers: withToken });
    expect(await cleared.json()).toEqual({ isOn: true, rules: [] });
    expect(await status()).toBe(200);
  });

  test("that are off are forgotten by a reset", async () => {
    const { url } = await start();
    const faults = `${url}/__mock/faults`;
    await sendJson("POST", faults, { operation: "GetBook", status: 404 });
    await sendJson("PUT", faults, { isOn: false });
    await sendJson("POST", `${url}/__mock/reset`);
    expect(await (await readConsole(faults)).json()).toEqual({ isOn: true, rules: [] });
  });

  test("make sense, or are refused", async () => {
    const { url } = await start();
    for (const rule of [{ fault: "boom" }, [], null, { operation: "Nobody", status: 500 }]) {
      const answer = await sendJson("POST", `${url}/__mock/faults`, rule);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ message: expect.any(String) });
    }
    expect(await (await readConsole(`${url}/__mock/faults`)).json()).toEqual({
      isOn: true,
      rules: [],
    });
  });
});
