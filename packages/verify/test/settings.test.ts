import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "./support.ts";

const members =
  "mode: { type: string, enum: [heat, cool] }, guarded: { type: boolean }, degrees: { type: number, minimum: -20, maximum: 90 }, days: { type: array, items: { type: string } }";
const settings = `{ type: object, required: [mode, guarded, degrees, days], properties: { ${members} } }`;
const json = `content: { application/json: { schema: ${settings}, example: { mode: heat, guarded: true, degrees: 20, days: [mon] } } }`;

const yaml = `openapi: 3.1.0
info: { title: Rooms, version: "1" }
paths:
  /rooms/{roomId}/settings:
    parameters: [{ name: roomId, in: path, required: true, schema: { type: string }, example: r1 }]
    get:
      operationId: getSettings
      responses: { "200": { description: They., headers: { ETag: { schema: { type: string } } }, ${json} }, "404": { description: None. } }
    put:
      operationId: putSettings
      parameters: [{ name: If-Match, in: header, required: true, schema: { type: string, minLength: 1 }, example: "*" }]
      requestBody: { required: true, ${json} }
      responses: { "200": { description: They., ${json} }, "400": { description: Wrong. }, "404": { description: None. }, "412": { description: Changed. }, "428": { description: Which? } }
`;
const description = await read(yaml);
/** The same, where `guarded` may be left out, as it is in the examples. */
const sparse = await read(
  yaml
    .replaceAll("required: [mode, guarded, degrees, days]", "required: [mode, degrees, days]")
    .replaceAll("guarded: true, ", ""),
);

interface Settings {
  readonly mode: string;
  readonly guarded: boolean;
  readonly degrees: number;
  readonly days: readonly string[];
}

/** How a service departs from what it is asked for. */
interface Habit {
  readonly kept?: (sent: Settings, before: Settings) => Settings;
  readonly isRefused?: (sent: Settings) => boolean;
  readonly isPausing?: boolean;
}

/** The settings of one room, which have a tag. */
function service({ kept = (sent) => sent, isRefused = () => false, isPausing = false }: Habit) {
  let current: Settings = { mode: "heat", guarded: true, degrees: 18, days: [] };
  let version = 1;
  const shown = (): Response => Response.json(current, { headers: { etag: `"${version}"` } });
  return async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname !== "/rooms/r1/settings")
      return new Response(null, { status: 404 });
    if (request.method === "GET") return shown();
    const sent = (await request.json()) as Settings;
    const tag = request.headers.get("if-match");
    if (tag === null) return new Response(null, { status: 428 });
    if (tag !== "*" && tag !== `"${version}"`) return new Response(null, { status: 412 });
    if (isRefused(sent)) return new Response(null, { status: 400 });
    if (isPausing)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    current = kept(sent, current);
    version += 1;
    return Response.json(current);
  };
}

async function linesOf(habit: Habit, from = description): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: from,
    server: { fetch: service(habit) },
    replay: ["putSettings/flow/read", "putSettings/at-once/same-tag"],
  });
  expect(errors).toEqual([]);
  return failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test.each<[string, Habit]>([
  ["keeps what it is sent", {}],
  [
    "refuses zero and false together, and keeps false",
    { isRefused: ({ guarded, degrees }) => !guarded && degrees === 0 },
  ],
  ["refuses to be unguarded", { isRefused: ({ guarded }) => !guarded }],
  ["is always guarded, whatever is sent first", { kept: (sent) => ({ ...sent, guarded: false }) }],
  [
    "rounds up to the degree that it can hold",
    { kept: (sent) => ({ ...sent, degrees: Math.round(sent.degrees) }) },
  ],
])("settings are no matter where a service %s", async (_, habit) => {
  const lines = await linesOf(habit);
  expect(lines.filter((line) => /as (false|0|an array of 0)|lost-update/.test(line))).toEqual([]);
});

test.each<[string, Habit, string]>([
  [
    "false for true",
    { kept: (sent) => ({ ...sent, guarded: sent.guarded || true }) },
    "read-after-update putSettings: what it writes is not what getSettings shows: `guarded` was written as false and is true",
  ],
  [
    "zero for what was left out",
    { kept: (sent) => ({ ...sent, degrees: sent.degrees || 18 }) },
    "read-after-update putSettings: what it writes is not what getSettings shows: `degrees` was written as 0 and is 18",
  ],
  [
    "no days for those of before",
    { kept: (sent, { days }) => ({ ...sent, days: sent.days.length === 0 ? days : sent.days }) },
    "read-after-update putSettings: what it writes is not what getSettings shows: `days` was written as an array of 0 items and is an array of 1 item",
  ],
  [
    "one of several writers at once for all",
    { isPausing: true },
    "lost-update putSettings: 5 of 5 changes at once with the same If-Match succeed",
  ],
])("settings show a service that takes %s", async (_, habit, line) => {
  expect(await linesOf(habit)).toEqual([line]);
});

test("a flag that the examples leave out is written as false, too", async () => {
  const guarding = ({ guarded, ...sent }: Settings): Settings => ({
    ...sent,
    guarded: guarded ?? true,
  });
  expect(await linesOf({ kept: guarding }, sparse)).toEqual([]);
  const always = (sent: Settings): Settings => ({ ...sent, guarded: sent.guarded || true });
  expect(await linesOf({ kept: always }, sparse)).toEqual([
    "read-after-update putSettings: what it writes is not what getSettings shows: `guarded` was written as false and is true",
  ]);
});
