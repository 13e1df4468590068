import { withEventFields } from "@openapi-packages/runtime/server";
import {
  type ListAssistantEventsHandler,
  type GetAssistantRunEventsSSEHandler,
  type ListAssistantEventsAnswer,
  type GetAssistantRunEventsSSEAnswer,
} from "@genai-app/server";
import { offsetPageOf } from "../pages.ts";
import { notFound } from "../error-responses.ts";
import type { Run } from "../runs.ts";
import type { Context } from "./context.ts";
import type { Store } from "./store.ts";

/**
 * List the events of a run of an assistant
 *
 * `GET /assistant-runs/{assistant_run_id}/events`
 */
export const listAssistantEvents =
  ({ runs }: Store): ListAssistantEventsHandler<Context> =>
  async ({ path, query }, _context, fail): Promise<ListAssistantEventsAnswer> => {
    const run = runs.get(path.assistant_run_id);
    if (run === undefined) return notFound("run", path.assistant_run_id);
    const { items, pagination } = offsetPageOf(run.events.items, query, fail);
    return { status: 200, body: { events: items, ...pagination } };
  };

/**
 * Stream the events of a run of an assistant
 *
 * `GET /assistant-runs/{assistant_run_id}/events/stream`
 */
export const getAssistantRunEventsSSE =
  ({ runs }: Store): GetAssistantRunEventsSSEHandler<Context> =>
  async ({ path }, { lastEventId, signal }): Promise<GetAssistantRunEventsSSEAnswer> => {
    const run = runs.get(path.assistant_run_id);
    if (run === undefined) return notFound("run", path.assistant_run_id);
    return { status: 200, body: eventsAfter(run, lastEventId, signal) };
  };

/** Streams the events after the last one that a client has received, with ids to resume from. */
async function* eventsAfter({ events }: Run, lastEventId: string | undefined, signal: AbortSignal) {
  const start = events.items.findIndex(({ event_id }) => event_id === lastEventId) + 1;
  for await (const event of events.follow(start, signal)) {
    yield withEventFields(event, { id: event.event_id });
  }
}
