import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import * as client from "../src/client/index.ts";
import type { OperationDescriptor, ParameterDescriptor } from "../src/index.ts";
import { createServerCore } from "../src/server/index.ts";
import { toNodeListener } from "../src/server/node.ts";
import { call, clientOf } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

const operationOf = (parameter: Partial<ParameterDescriptor>): OperationDescriptor => ({
  operationId: "Echo",
  method: "GET",
  path: "/echo",
  parameters: [{ name: "X-Value", in: "header", ...parameter }],
  responses: { 200: { content: [{ mediaType: "application/json" }] } },
});

/** Sends a header parameter over a socket, and returns what the handler gets, or what is thrown. */
async function sent(
  parameter: Partial<ParameterDescriptor>,
  value: unknown,
  isPlain = false,
): Promise<unknown> {
  const operation = operationOf(parameter);
  const nothing = Symbol("nothing");
  let received: unknown = nothing;
  const handler = ({ header }: { header?: { [name: string]: unknown } }) => {
    received = header?.["X-Value"];
    return { status: 200, body: null };
  };
  const core = createServerCore(fixture.api, [{ operation, validators: {}, handler }]);
  const server = createServer(toNodeListener(core)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { core: caller } = clientOf({ baseUrl: `http://127.0.0.1:${port}` });
  const input = { header: { "X-Value": value } };
  try {
    const plain = { ...operation, writeParameters: client.headerParameters };
    await (isPlain ? client.call(caller, plain, input) : call(caller, operation, input));
    return received;
  } catch (error) {
    return received === nothing ? error : "an error behind what was sent";
  } finally {
    server.close();
  }
}

const list = { shape: { array: "string" } } as const;
const object = { shape: { object: { a: "string", b: "string" } } } as const;
const either = { shape: { oneOf: ["string", { array: "string" }] } } as const;
const json = { content: "application/json" } as const;

describe("a header parameter arrives as it was", () => {
  test.each<[Partial<ParameterDescriptor>, unknown]>([
    [{}, "text"],
    [{}, ""],
    [{}, "é ü ÿ"],
    [{}, "a  b\tc"],
    [{}, "\u00a0not blank\u00a0"],
    [list, []],
    [list, ["a"]],
    [list, ["a", "é"]],
    [list, ["a", ""]],
    [object, {}],
    [object, { a: "1", b: "é" }],
    [{ ...object, explode: true }, {}],
    [
      { ...object, explode: true },
      { a: "", b: "=" },
    ],
    [either, "a"],
    [json, []],
    [json, {}],
    [json, [""]],
    [json, " äöü 🙂 "],
  ])("%j: %j", async (parameter, value) => {
    const isPlain = Object.keys(parameter).length === 0;
    expect(await sent(parameter, value)).toEqual(value);
    expect(await sent(parameter, value, isPlain)).toEqual(value);
  });
});

describe("or is refused by its name, before anything is sent", () => {
  test.each<[Partial<ParameterDescriptor>, unknown]>([
    [{}, " blank"],
    [{}, "blank "],
    [{}, "\ttab"],
    [{}, "Łódź"],
    [{}, "🙂"],
    [{}, "line\nbreak"],
    [{}, "\0"],
    [{}, []],
    [{}, {}],
    [{ content: "text/plain" }, "Łódź"],
    [list, [""]],
    [list, ["a,b"]],
    [list, [" a"]],
    [list, ["Łódź"]],
    [either, []],
    [object, { a: "🙂" }],
  ])("%j: %j", async (parameter, value) => {
    const message = expect.stringContaining('header parameter "X-Value"') as unknown;
    const isPlain = Object.keys(parameter).length === 0;
    expect(await sent(parameter, value)).toMatchObject({ name: "TypeError", message });
    expect(await sent(parameter, value, isPlain)).toMatchObject({ name: "TypeError", message });
  });
});
