import type { Assistant } from "@genai-app/contract";
import {
  type ListAssistantsHandler,
  type CreateAssistantHandler,
  type GetAssistantHandler,
  type UpdateAssistantHandler,
  type DeleteAssistantHandler,
  type ListAssistantsAnswer,
  type CreateAssistantAnswer,
  type GetAssistantAnswer,
  type UpdateAssistantAnswer,
  type DeleteAssistantAnswer,
} from "@genai-app/server";
import { pageOf } from "../pages.ts";
import { conflict, notFound } from "../error-responses.ts";
import { hasEnded } from "../runs.ts";
import type { Context } from "./context.ts";
import type { Store } from "./store.ts";

/**
 * List the assistants
 *
 * `GET /assistants`
 */
export const listAssistants =
  ({ assistants }: Store): ListAssistantsHandler<Context> =>
  async ({ query }, _context, fail): Promise<ListAssistantsAnswer> => {
    const { items, pagination } = pageOf([...assistants.values()], query, fail);
    return { status: 200, body: { assistants: items, pagination } };
  };

/**
 * Create an assistant
 *
 * `POST /assistants`
 */
export const createAssistant =
  ({ assistants, clock, newId, organizationId }: Store): CreateAssistantHandler<Context> =>
  async ({ body }, { principal }): Promise<CreateAssistantAnswer> => {
    const now = clock.now().toISOString();
    const assistant: Assistant = {
      assistant_id: newId(),
      organization_id: organizationId,
      name: body.name,
      description: body.description ?? "",
      ...(body.input === undefined ? {} : { input: body.input }),
      knowledge_base_ids: body.knowledge_base_ids ?? [],
      retriever_ids: body.retriever_ids ?? [],
      ruleset_ids: body.ruleset_ids ?? [],
      structure_ids: body.structure_ids ?? [],
      tool_ids: body.tool_ids ?? [],
      created_by: principal.userId,
      created_at: now,
      updated_at: now,
    };
    assistants.set(assistant.assistant_id, assistant);
    return { status: 201, body: assistant };
  };

/**
 * Get an assistant
 *
 * `GET /assistants/{assistant_id}`
 */
export const getAssistant =
  ({ assistants }: Store): GetAssistantHandler<Context> =>
  async ({ path }): Promise<GetAssistantAnswer> => {
    const assistant = assistants.get(path.assistant_id);
    if (assistant === undefined) return notFound("assistant", path.assistant_id);
    return { status: 200, body: assistant };
  };

/**
 * Update an assistant
 *
 * `PATCH /assistants/{assistant_id}`
 */
export const updateAssistant =
  ({ assistants, clock }: Store): UpdateAssistantHandler<Context> =>
  async ({ path, body = {} }): Promise<UpdateAssistantAnswer> => {
    const assistant = assistants.get(path.assistant_id);
    if (assistant === undefined) return notFound("assistant", path.assistant_id);
    const changed = { ...assistant, ...body, updated_at: clock.now().toISOString() };
    assistants.set(path.assistant_id, changed);
    return { status: 200, body: changed };
  };

/**
 * Delete an assistant
 *
 * `DELETE /assistants/{assistant_id}`
 */
export const deleteAssistant =
  ({ assistants, runs }: Store): DeleteAssistantHandler<Context> =>
  async ({ path }): Promise<DeleteAssistantAnswer> => {
    if (!runs.of(path.assistant_id).every(hasEnded)) return conflict("the assistant is running");
    if (!assistants.delete(path.assistant_id)) return notFound("assistant", path.assistant_id);
    return { status: 204 };
  };
