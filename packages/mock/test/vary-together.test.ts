import { describe, expect, test } from "vitest";
import { varied } from "../src/answers/vary.ts";
import { randomFrom } from "../src/random.ts";
import { streamOf, StreamItems } from "../src/stream-of.ts";
import type { Validator } from "../../runtime/src/operation.ts";
import type { AnyResult } from "../../runtime/src/result.ts";
import type { Answer } from "../../runtime/src/server/index.ts";
import { validator } from "../../runtime/test/fixture.ts";

const valueOf = ({ body }: Answer<AnyResult>): unknown =>
  body instanceof StreamItems ? body.items : body;

const vary = (body: unknown, seed = 1, validate?: Validator): unknown =>
  valueOf(varied({ status: 200, body }, validate, randomFrom(seed)));

const seeds = Array.from({ length: 30 }, (_, seed) => seed);

describe("what belongs together", () => {
  const id = "4978cd9c-e698-44af-a724-85353c8ef0f1";
  const parent = "ee27cfd5-fac6-42cd-9eef-01bbca60aa4d";

  test("stays together: equal identifiers, in texts too", () => {
    const body = {
      id,
      self: `https://a.example/things/${id}`,
      refs: { thing: id },
      number_id: 7,
      x_id: 7,
    };
    for (const seed of seeds) {
      const made = vary(body, seed) as typeof body;
      expect(made.id).not.toBe(id);
      expect(made.self).toBe(`https://a.example/things/${made.id}`);
      expect(made.refs.thing).toBe(made.id);
      expect(made.x_id).toBe(made.number_id);
    }
  });

  test("stays together across headers and items of a stream", () => {
    const headers = { location: `/things/${id}`, "x-count": 3 };
    const answer = { status: 201, body: { id }, headers };
    const made = varied(answer, undefined, randomFrom(1));
    const { id: other } = made.body as { id: string };
    expect(made.headers).toEqual({ location: `/things/${other}`, "x-count": 3 });
    const stream = varied(
      {
        status: 200,
        body: streamOf([
          { id, n: 1 },
          { of: id, n: 1 },
        ]),
      },
      undefined,
      randomFrom(1),
    );
    const [first, second] = valueOf(stream) as [{ id: string }, { of: string }];
    expect(second.of).toBe(first.id);
  });

  test("keeps its order in time", () => {
    const body = {
      created_at: "2025-03-07T09:40:00.125+01:00",
      updated_at: "2025-03-07T09:40:09.125+01:00",
      due: "2025-03-08",
      timestamp: 1741340401.125,
      expires: 1741340401125,
    };
    for (const seed of seeds) {
      const made = vary(body, seed) as typeof body;
      const moved = Date.parse(made.created_at) - Date.parse(body.created_at);
      expect(moved).not.toBe(0);
      expect(made.created_at).toMatch(/T09:40:00\.125\+01:00$/);
      expect(Date.parse(made.updated_at) - Date.parse(body.updated_at)).toBe(moved);
      expect(Date.parse(made.due) - Date.parse(body.due)).toBe(moved);
      expect((made.timestamp - body.timestamp) * 1000).toBeCloseTo(moved, 0);
      expect(made.expires - body.expires).toBe(moved);
    }
  });

  test("does so when the validator takes but one of the dates", () => {
    const body = { from: "2025-03-07T09:40:00Z", to: "2025-03-07T09:41:00Z", name: "anne" };
    const keepsFrom = validator((value) =>
      (value as typeof body).from === body.from
        ? []
        : [{ instancePath: "/from", keyword: "formatMaximum" }],
    );
    const made = vary(body, 1, keepsFrom) as typeof body;
    expect(made).toMatchObject({ from: body.from, to: body.to });
    expect(made.name).not.toBe(body.name);
  });

  test("is told apart in the copies that make a list longer", () => {
    const body = { items: [{ id, parent_id: parent, tags: ["new"] }], parent: { id: parent } };
    const lengths = new Set<number>();
    for (const seed of seeds) {
      const made = vary(body, seed) as typeof body;
      const ids = made.items.map((item) => item.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(made.items.every((item) => item.parent_id === made.parent.id)).toBe(true);
      lengths.add(ids.length);
    }
    expect(lengths).toEqual(new Set([1, 2]));
  });

  test("counts what there is, and does not turn pages", () => {
    const items = [{ id }, { id: parent }];
    const pagination = { page_number: 1, page_size: 3, total_count: 2, total_pages: 1 };
    const body = { items, pagination, has_more: false, next_cursor: "abc", limit: 20, count: 2 };
    const lengths = new Set<number>();
    for (const seed of seeds) {
      const made = vary(body, seed) as typeof body;
      const { length } = made.items;
      expect(made.pagination).toEqual({ ...pagination, total_count: length });
      expect(made).toMatchObject({ has_more: false, next_cursor: "abc", limit: 20, count: length });
      lengths.add(length);
    }
    expect(lengths).toEqual(new Set([1, 2, 3]));
  });
});
