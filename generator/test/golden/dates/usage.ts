import { createClient } from "@dates/client";
import type { Entry, Meeting, Reminder, Tick } from "@dates/contract";
import { meetingValidator } from "@dates/contract/schema-validators";
import { createMock } from "@dates/mocks";
import type { ListEventsAnswer, ListEventsHandler } from "@dates/server";

const now = new Date();

/** Each is what a codec makes of it, whether it may be null, is one of several, or has a name. */
export const meeting: Required<Meeting> = {
  kind: "meeting",
  id: 1,
  starts: now,
  ends: null,
  parts: [{ kind: "reminder", id: 2, when: "now", due: now }],
  times: { first: now },
  when: "any text",
};
export const entries: Entry[] = [meeting, { ...meeting, ends: now }];
export const whens: Reminder["when"][] = [now, "later", 5];

// @ts-expect-error A text is no date.
export const tick: Tick = { time: "2026-01-02T03:04:05Z" };

/** Parameters, errors and headers have them too, at both ends. */
export const listEvents: ListEventsHandler = async ({ query }, _, fail) => {
  const since: Date | undefined = query?.since;
  if (since) throw fail({ status: 409, body: { since, day: "2026-01-02" } });
  return { status: 200, headers: { "x-changed": now }, body: entries };
};

// @ts-expect-error The header is a Date.
export const noDate: ListEventsAnswer = { status: 200, headers: { "x-changed": "" }, body: [] };

const api = createClient();
export const moment: Promise<Date> = api.events.getAt({ path: { moment: now } });
// @ts-expect-error A parameter takes a Date.
export const wrong = api.events.getAt({ path: { moment: "2026-01-02T03:04:05Z" } });

/** What a mock remembers, and what validators look at, is JSON. */
const mock = createMock();
mock.on("getAt", ({ path }) => ({ status: 200, body: path.moment }));
export const starts = (value: unknown): string | undefined =>
  meetingValidator(value) ? value.starts : undefined;
