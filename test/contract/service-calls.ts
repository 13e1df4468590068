import { ApiError } from "@genai-app/client";
import { afterEach, beforeEach, expect } from "vitest";
import type { RunningService, ServiceSubject } from "./subjects/service.ts";

/** An id that nothing has. */
export const nobody = "ee27cfd5-fac6-42cd-9eef-01bbca60aa4d";

/** What `refusalOf` gives for what is not there. */
export const notFound = [404, { type: "NotFound", errors: [expect.anything()] }];

/** What `refusalOf` gives for what cannot be done as things are. */
export const conflict = [409, { type: "Conflict", errors: [expect.anything()] }];

/** Starts a service for each test, and fails the test if something goes wrong within the service. */
export function useService(subject: ServiceSubject): () => RunningService {
  let service: RunningService;
  beforeEach(async () => {
    service = await subject.start();
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    for (const { error } of service.failures) throw error;
  });
  return () => service;
}

/**
 * The status and body that a call is refused with.
 *
 * @throws when it is not refused
 */
export async function refusalOf(call: PromiseLike<unknown>): Promise<[number, unknown]> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return [error.status, error.body];
    throw error;
  }
  throw new Error("the call was not refused");
}

/** Creates an assistant. */
export const createAssistant = ({ client }: RunningService, name = "Trip planner") =>
  client.assistants.createAssistant({ body: { name } });

/** Starts a run of a new assistant, whose answer has three words. */
export async function startRun(service: RunningService) {
  const { assistant_id } = await createAssistant(service);
  const run = await service.client.assistantRuns.createAssistantRun({
    path: { assistant_id },
    body: { input: "Alfama and Belém", stream: true },
  });
  return { assistant_id, run, path: { assistant_run_id: run.assistant_run_id } };
}

/** Lets time pass until a run has ended: it is queued, then says its words. */
export async function finish({ clock }: RunningService, steps = 4): Promise<void> {
  for (let step = 0; step < steps; step++) await clock.step();
}
