import {
  array,
  assert as assertAll,
  asyncProperty,
  constant,
  constantFrom,
  dictionary,
  jsonValue,
  letrec,
  oneof,
  string,
} from "fast-check";
import { expect, test } from "vitest";
import { call } from "../src/client/index.ts";
import { jsonResponse, type SensitiveTable } from "../src/index.ts";
import { json } from "./client-harness.ts";
import { clientThatLogs } from "./logging-harness.ts";

/** JSON without members whose names are those of secrets. */
const harmless = jsonValue({ maxDepth: 2 }).filter(
  (value) => !/secret/i.test(JSON.stringify(value)),
);

/** A value with secrets in it, and the places where they are. */
interface Planted {
  readonly value: unknown;
  readonly places: readonly string[];
}

const planted = letrec<{ value: Planted }>((tie) => ({
  value: oneof(
    { maxDepth: 4, depthSize: "small" },
    harmless.map((value): Planted => ({ value, places: [] })),
    harmless.map((value): Planted => ({ value: { planted: "SECRET", value }, places: [""] })),
    constant<Planted>({ value: "SECRET", places: [""] }),
    array(tie("value"), { maxLength: 3 }).map((items): Planted => ({
      value: items.map(({ value }) => value),
      places: items.flatMap(({ places }) => places.map((place) => `/*${place}`)),
    })),
    dictionary(string({ unit: "grapheme-ascii", maxLength: 3 }), tie("value"), { maxKeys: 4 }).map(
      (members): Planted => ({
        value: Object.fromEntries(
          Object.entries(members).map(([name, { value }]) => [name, value]),
        ),
        places: Object.entries(members).flatMap(([name, { places }]) =>
          places.map((place) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}${place}`),
        ),
      }),
    ),
  ),
})).value;

const levels = ["error", "warn", "info", "debug"] as const;

test("no secret is in any line, at any level, wherever the description has it", async () => {
  await assertAll(
    asyncProperty(
      planted,
      planted,
      constantFrom(200, 404, 418, 503),
      constantFrom(...levels),
      async (sent, received, status, level) => {
        const operation = {
          operationId: "Any",
          method: "POST",
          path: "/any/{id}/x{name}",
          responses: { 200: jsonResponse, default: jsonResponse },
        };
        const redact: SensitiveTable = {
          header: ["x-plain"],
          query: ["plain"],
          operations: {
            Any: {
              path: ["id"],
              query: ["one"],
              header: ["x-one"],
              body: sent.places,
              responses: { 200: received.places, default: received.places },
            },
          },
        };
        const { core, lines } = clientThatLogs(
          () =>
            json(received.value, {
              status,
              headers: { "set-cookie": "a=SECRET", "x-one": "SECRET", location: "/?plain=SECRET" },
            }),
          { level, redact },
        );
        await call(
          core,
          operation,
          {
            path: { id: "SECRET", name: "name" },
            query: { one: ["SECRET", "SECRET"], plain: "SECRET", token: "SECRET" },
            header: { "X-One": "SECRET", "X-Plain": "SECRET", Cookie: "SECRET" },
            body: sent.value,
          },
          { headers: { authorization: "Bearer SECRET" } },
        ).catch(() => {});
        const about =
          status < 400
            ? (["debug", "info"] as const)
            : (["warn", status < 500 ? "warn" : "error"] as const);
        const told = about.filter((one) => levels.indexOf(one) <= levels.indexOf(level));
        expect(lines.map((line) => line.level)).toEqual(told);
        expect(JSON.stringify(lines)).not.toContain("SECRET");
      },
    ),
    { numRuns: 300 },
  );
});
