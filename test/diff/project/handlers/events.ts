import {
  NotImplementedError,
  type ListAssistantEventsAnswer,
  type ListAssistantEventsHandler,
  type GetAssistantRunEventsSSEAnswer,
  type GetAssistantRunEventsSSEHandler,
  type GetEventAnswer,
  type GetEventHandler,
  type ListEventsAnswer,
  type ListEventsHandler,
  type CreateEventsAnswer,
  type CreateEventsHandler,
  type GetStructureRunEventsSSEAnswer,
  type GetStructureRunEventsSSEHandler,
} from "@genai-app/server";
import { eventOf } from "./data.ts";

/**
 * List the events of a run of an assistant
 *
 * `GET /assistant-runs/{assistant_run_id}/events`
 */
export const listAssistantEvents: ListAssistantEventsHandler = async (
  _input,
  { operation },
): Promise<ListAssistantEventsAnswer> => {
  throw new NotImplementedError(operation.operationId);
};

/**
 * Stream the events of a run of an assistant
 *
 * `GET /assistant-runs/{assistant_run_id}/events/stream`
 */
export const getAssistantRunEventsSSE: GetAssistantRunEventsSSEHandler = async ({
  path,
}): Promise<GetAssistantRunEventsSSEAnswer> => ({
  status: 200,
  body: (async function* () {
    yield eventOf(path.assistant_run_id, "run.started");
    yield eventOf(path.assistant_run_id, "run.completed");
  })(),
});

/**
 * Get an event of a run of a structure
 *
 * `GET /events/{event_id}`
 */
export const getEvent: GetEventHandler = async (_input, { operation }): Promise<GetEventAnswer> => {
  throw new NotImplementedError(operation.operationId);
};

/**
 * List the events of a run of a structure
 *
 * `GET /structure-runs/{structure_run_id}/events`
 */
export const listEvents: ListEventsHandler = async (
  _input,
  { operation },
): Promise<ListEventsAnswer> => {
  throw new NotImplementedError(operation.operationId);
};

/**
 * Add events to a run of a structure
 *
 * `POST /structure-runs/{structure_run_id}/events`
 */
export const createEvents: CreateEventsHandler = async (
  _input,
  { operation },
): Promise<CreateEventsAnswer> => {
  throw new NotImplementedError(operation.operationId);
};

/**
 * Stream the events of a run of a structure
 *
 * `GET /structure-runs/{structure_run_id}/events/stream`
 */
export const getStructureRunEventsSSE: GetStructureRunEventsSSEHandler = async (
  _input,
  { operation },
): Promise<GetStructureRunEventsSSEAnswer> => {
  throw new NotImplementedError(operation.operationId);
};
