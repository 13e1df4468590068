import { describe, expect, test } from "vitest";
import { timelineOf } from "../../src/state/timeline.ts";
import { mocked, requestOf } from "./harness.ts";
import type { Mocked } from "./harness.ts";
import { eventExamples, shelfId } from "./library.ts";
import { ManualClock, nextTurn } from "./manual-clock.ts";

const create = async ({ get }: Mocked): Promise<number> => {
  const job = await get(`POST /shelves/${shelfId}/jobs`, {});
  return job["job_id"] as number;
};

const typesOf = async ({ get }: Mocked, job: number): Promise<string[]> => {
  const { events } = await get(`GET /jobs/${job}/events`);
  return (events as { type: string }[]).map(({ type }) => type);
};

describe("a lifecycle", () => {
  test("moves on with time, and says when", async () => {
    const mock = mocked();
    const job = await create(mock);
    const at = (): Promise<unknown> => mock.get(`GET /jobs/${job}`);
    expect(await at()).toMatchObject({ status: "QUEUED", started_at: null });
    await mock.clock.advance(499);
    expect(await at()).toMatchObject({ status: "QUEUED" });
    await mock.clock.advance(1);
    const running = await at();
    expect(running).toMatchObject({ status: "RUNNING", started_at: "2025-01-01T00:00:00.500Z" });
    expect(running).not.toHaveProperty("ended_at");
    expect(running).not.toHaveProperty("output");
    await mock.clock.advance(60_000);
    expect(await at()).toMatchObject({
      status: "SUCCEEDED",
      ended_at: "2025-01-01T00:00:02.000Z",
      output: { pages: 2 },
    });
  });

  test("is the same whether anybody looks or not", async () => {
    const watched = mocked();
    const job = await create(watched);
    for (let step = 0; step < 30; step += 1) {
      await watched.clock.advance(100);
      await watched.get(`GET /jobs/${job}`);
    }
    const alone = mocked();
    await create(alone);
    await alone.clock.advance(3000);
    expect(alone.state.snapshot()).toEqual(watched.state.snapshot());
  });

  test("tells its events one after the other, the last at its end", async () => {
    const mock = mocked();
    const job = await create(mock);
    expect(await typesOf(mock, job)).toEqual([]);
    await mock.clock.advance(500);
    expect(await typesOf(mock, job)).toEqual(["job.started"]);
    await mock.clock.advance(750);
    expect(await typesOf(mock, job)).toEqual(["job.started", "job.page"]);
    await mock.clock.advance(750);
    const { events } = await mock.get(`GET /jobs/${job}/events`);
    expect(events).toMatchObject([
      { job_id: job, type: "job.started", payload: { page: 0 }, at: 1735689600 },
      { job_id: job, type: "job.page" },
      { job_id: job, type: "job.ended", payload: { page: 2 }, at: 1735689602 },
    ]);
    const ids = (events as { event_id: string }[]).map(({ event_id: id }) => id);
    expect(new Set([...ids, ...eventExamples.map((one) => one.event_id)]).size).toBe(6);
  });

  test("ends when it is cancelled, and tells no more", async () => {
    const mock = mocked();
    const job = await create(mock);
    await mock.clock.advance(600);
    const cancelled = await mock.get(`POST /jobs/${job}/cancel`);
    expect(cancelled).toMatchObject({ status: "CANCELLED", ended_at: "2025-01-01T00:00:00.600Z" });
    await mock.clock.advance(60_000);
    expect(await mock.get(`GET /jobs/${job}`)).toEqual(cancelled);
    expect(await typesOf(mock, job)).toEqual(["job.started"]);
    const again = await mock.send(`POST /jobs/${job}/cancel`);
    expect(again).toMatchObject({ status: 409, body: { type: "Conflict" } });
  });

  test("happens in the order of time, whichever of many began first", async () => {
    const mock = mocked();
    const first = await create(mock);
    await mock.clock.advance(300);
    const second = await create(mock);
    await mock.clock.advance(5000);
    const told = mock.state.list("Event") as { job_id: number }[];
    const jobs = told.map((event) => event.job_id);
    expect(jobs).toEqual([first, second, first, second, first, second]);
  });

  test("is left when somebody says where a record is", async () => {
    const mock = mocked();
    const job = await create(mock);
    await mock.get(`PATCH /jobs/${job}`, { status: "RUNNING" });
    await mock.clock.advance(5000);
    expect(await mock.get(`GET /jobs/${job}`)).toMatchObject({ status: "RUNNING" });
  });

  test("tells a single event at its end", () => {
    const steps = [{ value: "A", lasts: 10 }, { value: "B", lasts: 20 }, { value: "C" }];
    const turns = timelineOf({ member: "status", steps, terminal: ["C"], result: {} }, ["done"]);
    expect(turns).toEqual([
      { after: 10, step: 1 },
      { after: 30, step: 2 },
      { after: 30, event: "done" },
    ]);
  });

  test("is left alone in what tests put there", async () => {
    const mock = mocked();
    mock.state.seed({ Job: [{ job_id: 3, shelf_id: shelfId, status: "QUEUED", book_ids: [] }] });
    await mock.clock.advance(60_000);
    expect(mock.state.get("Job", "3")).toMatchObject({ status: "QUEUED" });
  });

  test("goes on in a mock that takes up a snapshot", async () => {
    const first = mocked();
    const job = await create(first);
    await first.clock.advance(1300);
    const text = JSON.stringify(first.state.snapshot());
    const second = mocked({ start: JSON.parse(text), clock: new ManualClock(first.clock.now()) });
    expect(await typesOf(second, job)).toEqual(["job.started", "job.page"]);
    for (const mock of [first, second]) {
      await mock.clock.advance(700);
      await mock.get("POST /shelves", { name: "After" });
    }
    expect(second.state.snapshot()).toEqual(first.state.snapshot());
    expect(await typesOf(second, job)).toEqual(["job.started", "job.page", "job.ended"]);
  });
});

describe("events that a client creates", () => {
  test("are records like those that are told", async () => {
    const mock = mocked();
    const job = await create(mock);
    const events = [
      { type: "note", payload: "a" },
      { type: "note", payload: "b" },
    ];
    expect((await mock.send(`POST /jobs/${job}/events`, { events })).status).toBe(202);
    const listed = await mock.get(`GET /jobs/${job}/events`);
    expect(listed["events"]).toMatchObject(events.map((event) => ({ ...event, job_id: job })));
  });
});

/** Opens a stream, and gathers what comes. */
async function open(mock: Mocked, url: string, headers: { [name: string]: string } = {}) {
  const gone = new AbortController();
  const request = requestOf(`GET ${url}`, undefined, { headers, signal: gone.signal });
  const { body } = await mock.server.handle(request);
  const told: string[] = [];
  let isOver = false;
  const reading = (async () => {
    for await (const piece of body as AsyncIterable<string>) told.push(String(piece));
    isOver = true;
  })();
  await nextTurn();
  return {
    gone,
    reading,
    types: () => told.map((piece) => /"type":"([^"]*)"/.exec(piece)?.[1]),
    jobs: () => told.map((piece) => Number(/"job_id":(\d+)/.exec(piece)?.[1])),
    ids: () => told.map((piece) => /^id: (.*)$/m.exec(piece)?.[1] ?? ""),
    isOver: () => isOver,
  };
}

describe("a stream", () => {
  test("tells what there is, then what comes, and ends with its run", async () => {
    const mock = mocked();
    const job = await create(mock);
    await mock.clock.advance(600);
    const stream = await open(mock, `/jobs/${job}/events/stream`);
    expect(stream.types()).toEqual(["job.started"]);
    await mock.send(`POST /jobs/${job}/events`, { events: [{ type: "note", payload: 1 }] });
    await nextTurn();
    expect(stream.types()).toEqual(["job.started", "note"]);
    await mock.clock.advance(1399);
    expect(stream.types()).toEqual(["job.started", "note", "job.page"]);
    expect(stream.isOver()).toBe(false);
    await mock.clock.advance(1);
    expect(stream.types().at(-1)).toBe("job.ended");
    expect(stream.isOver()).toBe(true);
    expect(mock.clock.waiting).toBe(0);
  });

  test("is resumed behind an event", async () => {
    const mock = mocked();
    const job = await create(mock);
    await mock.clock.advance(5000);
    const whole = await open(mock, `/jobs/${job}/events/stream`);
    const [first = ""] = whole.ids();
    const resumed = await open(mock, `/jobs/${job}/events/stream`, { "last-event-id": first });
    expect(resumed.types()).toEqual(["job.page", "job.ended"]);
    expect(resumed.ids()).toEqual(whole.ids().slice(1));
    expect(resumed.isOver()).toBe(true);
    const [, , last = ""] = whole.ids();
    const over = await open(mock, `/jobs/${job}/events/stream`, { "last-event-id": last });
    expect(over.types()).toEqual([]);
    expect(over.isOver()).toBe(true);
  });

  test("ends when its run is cancelled", async () => {
    const mock = mocked();
    const job = await create(mock);
    const stream = await open(mock, `/jobs/${job}/events/stream`);
    await mock.get(`POST /jobs/${job}/cancel`);
    await nextTurn();
    expect(stream.isOver()).toBe(true);
    expect(mock.clock.waiting).toBe(0);
  });

  test("ends when its run is deleted", async () => {
    const mock = mocked();
    const job = await create(mock);
    const stream = await open(mock, `/jobs/${job}/events/stream`);
    mock.state.remove("Job", String(job));
    await nextTurn();
    expect(stream.isOver()).toBe(true);
    expect((await mock.send(`GET /jobs/${job}/events/stream`)).status).toBe(404);
  });

  test("leaves nothing behind when its reader is gone", async () => {
    const mock = mocked();
    const job = await create(mock);
    const stream = await open(mock, `/jobs/${job}/events/stream`);
    expect(mock.clock.waiting).toBe(1);
    stream.gone.abort();
    await stream.reading.catch(() => undefined);
    await nextTurn();
    expect(mock.clock.waiting).toBe(0);
  });

  test("shows the example of a run of which nothing is known to come", async () => {
    const mock = mocked();
    mock.state.seed({ Job: [{ job_id: 3, shelf_id: shelfId, status: "RUNNING", book_ids: [] }] });
    const stream = await open(mock, "/jobs/3/events/stream");
    expect(stream.types()).toEqual(["job.started", "job.page", "job.ended"]);
    expect(stream.jobs()).toEqual([3, 3, 3]);
    expect(stream.ids()).toEqual(eventExamples.map((one) => one.event_id));
    expect(stream.isOver()).toBe(true);
  });
});
