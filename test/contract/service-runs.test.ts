import { createClient } from "@genai-app/client";
import { describe, expect, test } from "vitest";
import {
  conflict,
  finish,
  nobody,
  notFound,
  refusalOf,
  startRun,
  useService,
} from "./service-calls.ts";
import { serviceInMemory, serviceOverHttp, userId } from "./subjects/service.ts";

/** What happens in a run whose answer has three words. */
const eventTypes = ["run.started", "text.chunk", "text.chunk", "text.chunk", "run.completed"];

describe.each([serviceInMemory, serviceOverHttp])("$name", (subject) => {
  const service = useService(subject);

  describe("a run", () => {
    test("goes from the queue to its success", async () => {
      const { run, path } = await startRun(service());
      const { client, clock } = service();
      const status = async () => (await client.assistantRuns.getAssistantRun({ path })).status;
      expect(run).toMatchObject({ status: "QUEUED", completed_at: null, created_by: userId });
      await clock.step();
      expect(await status()).toBe("RUNNING");
      await finish(service(), 3);
      await expect.poll(status).toBe("SUCCEEDED");
      expect(await client.assistantRuns.getAssistantRun({ path })).toStrictEqual({
        ...run,
        status: "SUCCEEDED",
        output: { text: "Alfama and Belém " },
        updated_at: "2025-03-07T09:00:00.800Z",
        completed_at: "2025-03-07T09:00:00.800Z",
      });
    });

    test("is listed by its status", async () => {
      const { assistant_id } = await startRun(service());
      const path = { assistant_id };
      const { assistantRuns } = service().client;
      const count = async (status: ("QUEUED" | "FAILED" | "SUCCEEDED")[]) =>
        (await assistantRuns.listAssistantRuns({ path, query: { status } })).assistant_runs.length;
      expect(await count(["QUEUED", "SUCCEEDED"])).toBe(1);
      expect(await count(["FAILED", "SUCCEEDED"])).toBe(0);
    });

    test("streams its events as they happen, up to the last", async () => {
      const { path } = await startRun(service());
      const { client, clock } = service();
      const stream = client.events.getAssistantRunEventsSSE({ path }).events();
      const types: string[] = [];
      for (let step = 0; step < 4; step++) {
        const next = stream.next();
        await clock.step();
        const { value } = await next;
        expect(value?.id).toBe(value?.data.event_id);
        types.push(value?.data.type ?? "");
      }
      const last = await stream.next();
      types.push(last.value?.data.type ?? "");
      expect(await stream.next()).toStrictEqual({ done: true, value: undefined });
      expect(types).toStrictEqual(eventTypes);
    });

    test("tells its events to who comes late, and lists them", async () => {
      const { path } = await startRun(service());
      await finish(service());
      const { events } = service().client;
      const streamed = await Array.fromAsync(events.getAssistantRunEventsSSE({ path }));
      expect(streamed).toHaveLength(5);
      const listed = await Array.fromAsync(
        events.listAssistantEvents({ path, query: { limit: "2" } }),
      );
      expect(listed).toStrictEqual(streamed);
      const odd = events.listAssistantEvents({ path, query: { offset: "-1" } });
      expect((await refusalOf(odd))[0]).toBe(400);
    });

    test("goes on with its stream behind a connection that broke", async () => {
      const { path } = await startRun(service());
      const { client, clock } = service();
      const lastEventIds: (string | null)[] = [];
      const watched = createClient({
        ...client.core.options,
        fetch: (request, init) => {
          lastEventIds.push(request.headers.get("last-event-id"));
          return service().fetch(request, init);
        },
      });
      const options = { resume: true, maxRetryAfter: 0 };
      const stream = watched.events.getAssistantRunEventsSSE({ path }, options).events();
      const types: string[] = [];
      const ids: string[] = [];
      for (let step = 0; step < 4; step++) {
        if (step === 2) service().cut();
        const next = stream.next();
        await clock.step();
        const { value } = await next;
        types.push(value?.data.type ?? "");
        ids.push(value?.id ?? "");
      }
      types.push((await stream.next()).value?.data.type ?? "");
      expect((await stream.next()).done).toBe(true);
      expect(types).toStrictEqual(eventTypes);
      expect(lastEventIds).toStrictEqual([null, ids[1]]);
    });

    test("is followed by nobody once its client has gone", async () => {
      const { path } = await startRun(service());
      const { client, clock, store } = service();
      const log = store.runs.get(path.assistant_run_id)?.events;
      const stepped = clock.step();
      for await (const { type } of client.events.getAssistantRunEventsSSE({ path })) {
        expect(type).toBe("run.started");
        expect(log?.followers).toBe(1);
        break;
      }
      await stepped;
      await expect.poll(() => log?.followers).toBe(0);
    });

    test("can be cancelled once, and its stream ends with that", async () => {
      const { path } = await startRun(service());
      const { client, clock } = service();
      const stream = Array.fromAsync(client.events.getAssistantRunEventsSSE({ path }));
      await clock.step();
      const cancelled = await client.assistantRuns.cancelAssistantRun({ path });
      expect(cancelled).toMatchObject({
        status: "CANCELLED",
        completed_at: "2025-03-07T09:00:00.500Z",
      });
      expect((await stream).map(({ type }) => type)).toStrictEqual([
        "run.started",
        "run.cancelled",
      ]);
      const again = client.assistantRuns.cancelAssistantRun({ path });
      expect(await refusalOf(again)).toEqual(conflict);
      expect(clock.waiting).toBe(0);
    });

    test("that is not there is refused in all operations", async () => {
      const path = { assistant_run_id: nobody };
      const { assistantRuns, events } = service().client;
      expect(await refusalOf(assistantRuns.getAssistantRun({ path }))).toEqual(notFound);
      expect(await refusalOf(assistantRuns.cancelAssistantRun({ path }))).toEqual(notFound);
      expect(await refusalOf(events.listAssistantEvents({ path }))).toEqual(notFound);
      expect(await refusalOf(events.getAssistantRunEventsSSE({ path }))).toEqual(notFound);
    });
  });
});
