import { expect, it } from "vitest";
import { parseCommand } from "../src/server/command.ts";

it("a server speaks stdio, or HTTP at a port", () => {
  expect(parseCommand([])).toEqual({ isHelp: false, isHttp: false, port: 3333 });
  const asked = parseCommand(["--http", "--port", "0"]);
  expect(asked).toEqual({ isHelp: false, isHttp: true, port: 0 });
});

it.for([
  [["--nope"], "Unknown option '--nope'"],
  [["--port", "http"], '--port must be a number up to 65535, not "http"'],
  [["--port", "70000"], '--port must be a number up to 65535, not "70000"'],
  [["more"], "Unexpected argument 'more'"],
] as const)("refuses %j", ([argv, message]) => {
  expect(() => parseCommand(argv)).toThrow(message);
});
