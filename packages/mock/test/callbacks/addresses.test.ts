import { describe, expect, test } from "vitest";
import { emma, hooks, mocked } from "./support.ts";

describe("the address of a callback", () => {
  const places: [expression: string, body: object, url: string | undefined][] = [
    ["$request.body#/callbackUrl", {}, hooks],
    ["{$request.body#/callbackUrl}/added", {}, `${hooks}/added`],
    ["{$request.query.to}/x", {}, "http://127.0.0.1/to/x"],
    ["{$request.header.X-Hook}", {}, "http://[::1]:1/header"],
    [
      "{$request.body#/callbackUrl}?id={$response.body#/title}&s={$statusCode}",
      {},
      `${hooks}?id=E%26mma&s=201`,
    ],
    ["http://localhost/{$method}", {}, "http://localhost/POST"],
    ["{$request.body#/other}", {}, undefined],
    ["{$request.body#other}", {}, undefined],
    ["{$request.body#/callbackUrl}", { callbackUrl: 1n.toString() }, "1"],
    ["{$request.body#/callbackUrl}", { callbackUrl: { a: 1 } }, undefined],
  ];
  test.each(places)("%s of %j is %s", async (expression, body, url) => {
    const { mock } = mocked({ expression });
    await mock.fetch("/books?to=http://127.0.0.1/to", {
      method: "POST",
      headers: { "content-type": "application/json", "x-hook": "http://[::1]:1/header" },
      body: JSON.stringify({ ...emma, title: "E&mma", ...body }),
    });
    await mock.settled();
    expect(mock.callbacks.map((one) => one.url)).toEqual([url]);
  });

  const refused: [url: string, reason: RegExp][] = [
    [
      "http://10.0.0.1/",
      /not of this machine: allow http:\/\/10\.0\.0\.1 by callbacks\.allowOrigins/,
    ],
    ["https://hooks.example/", /not of this machine/],
    ["http://169.254.169.254/latest", /not of this machine/],
    ["http://0.0.0.0/", /not of this machine/],
    ["http://127.0.0.1.evil.example/", /not of this machine/],
    ["http://localhost.evil.example/", /not of this machine/],
    ["http://localhost@evil.example/", /credentials/],
    ["http://user:secret@localhost/", /credentials/],
    ["file:///etc/passwd", /no http address/],
    ["data:text/plain,a", /no http address/],
    ["/hooks", /no http address/],
  ];
  test.each(refused)("%s is refused", async (callbackUrl, reason) => {
    const { mock, receiver, create } = mocked();
    expect(await create({ ...emma, callbackUrl })).toBe(201);
    expect(receiver.got).toEqual([]);
    expect(mock.callbacks).toHaveLength(1);
    expect(mock.callbacks[0]?.reason).toMatch(reason);
    expect(mock.callbacks[0]?.status).toBeUndefined();
  });

  test.each(["http://localhost:1/", "http://127.9.9.9/", "http://2130706433/", "https://[::1]/a"])(
    "%s is of this machine",
    async (callbackUrl) => {
      const { receiver, create } = mocked();
      await create({ ...emma, callbackUrl });
      expect(receiver.got).toHaveLength(1);
    },
  );

  test("may be of an allowed origin, with its scheme and port", async () => {
    const { mock, create } = mocked({}, { allowOrigins: ["https://hooks.example"] });
    for (const callbackUrl of [
      "https://hooks.example/a",
      "http://hooks.example/a",
      "https://hooks.example:444/",
    ])
      await create({ ...emma, callbackUrl });
    expect(mock.callbacks.map(({ status }) => status)).toEqual([204, undefined, undefined]);
    const any = mocked({}, { allowOrigins: ["*"] });
    await any.create({ ...emma, callbackUrl: "https://any.example" });
    expect(any.receiver.got).toHaveLength(1);
    expect(() => mocked({}, { allowOrigins: ["hooks.example"] })).toThrow(
      'the allowed origin of callbacks "hooks.example" is not an origin',
    );
  });
});
