import type { Client } from "@genai-app/client";
import { equal, like, notThere } from "./expectations.ts";
import { nobody } from "./world.ts";
import type { Flows } from "./world.ts";

const path = { structure_run_id: nobody };

const add = (client: Client, ...types: readonly string[]): PromiseLike<unknown> =>
  client.events.createEvents({
    path,
    body: { events: types.map((type, index) => ({ type, timestamp: index, payload: { type } })) },
  });

/** What can be done with the events that clients tell of. */
export const eventFlows: Flows = {
  "events that are told are listed, read and streamed": async ({ client }) => {
    await add(client, "start", "middle");
    await add(client, "end");
    const listed = await Array.fromAsync(client.events.listEvents({ path }));
    equal(
      listed.map(({ type, payload, structure_run_id }) => ({ type, payload, structure_run_id })),
      ["start", "middle", "end"].map((type) => ({ type, payload: { type }, ...path })),
    );
    for (const event of listed) equal(await client.events.getEvent({ path: event }), event);
    equal(await Array.fromAsync(client.events.getStructureRunEventsSSE({ path })), listed);
  },

  "events are listed from an offset, up to a limit": async ({ client }) => {
    await add(client, "a", "b", "c", "d", "e");
    const query = { limit: "2", offset: "1" };
    const page = await client.events.listEvents({ path, query });
    equal(
      page.events.map(({ type }) => type),
      ["b", "c"],
    );
    like(page, { count: 2, limit: 2, offset: 1, next_offset: 3, total_count: 5 });
    const all = await Array.fromAsync(client.events.listEvents({ path, query: { limit: "2" } }));
    equal(all.map(({ type }) => type).join(""), "abcde");
  },

  "an event that nobody told is not there": async ({ client }) => {
    await notThere(client.events.getEvent({ path: { event_id: nobody } }));
  },

  "an event is taken or refused, and never lost": async ({ client, fetch, origin }) => {
    const post = (body: unknown): Promise<Response> =>
      fetch(`${origin}/structure-runs/${nobody}/events`, {
        method: "POST",
        headers: { authorization: "Bearer any", "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const event = { type: "alone", timestamp: 1.5, payload: { text: "one" } };
    const listed = async (): Promise<number> => {
      const { total_count } = await client.events.listEvents({ path });
      return total_count;
    };
    for (const body of [event, { events: [event] }, [event], { event }, { events: event }]) {
      const before = await listed();
      const { status } = await post(body);
      equal((await listed()) - before, status === 202 ? 1 : 0);
      equal(status === 202 || status === 400, true);
    }
    const [first] = (await client.events.listEvents({ path })).events;
    like(first, event);
    for (const body of [{}, { events: [] }]) equal((await post(body)).status, 202);
  },
};
