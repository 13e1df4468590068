import {
  NotImplementedError,
  type ListAssistantsAnswer,
  type ListAssistantsHandler,
  type CreateAssistantAnswer,
  type CreateAssistantHandler,
  type GetAssistantAnswer,
  type GetAssistantHandler,
  type UpdateAssistantAnswer,
  type UpdateAssistantHandler,
  type DeleteAssistantAnswer,
  type DeleteAssistantHandler,
} from "@genai-app/server";
import { assistants, onePage } from "./data.ts";

/**
 * List the assistants
 *
 * `GET /assistants`
 */
export const listAssistants: ListAssistantsHandler = async (): Promise<ListAssistantsAnswer> => ({
  status: 200,
  body: { assistants, pagination: onePage(assistants.length) },
});

/**
 * Create an assistant
 *
 * `POST /assistants`
 */
export const createAssistant: CreateAssistantHandler = async ({
  body,
}): Promise<CreateAssistantAnswer> => {
  const [first] = assistants;
  if (first === undefined) return { status: 404, body: { type: "NotFound" } };
  return { status: 201, body: { ...first, name: body.name, description: body.description ?? "" } };
};

/**
 * Get an assistant
 *
 * `GET /assistants/{assistant_id}`
 */
export const getAssistant: GetAssistantHandler = async ({ path }): Promise<GetAssistantAnswer> => {
  const found = assistants.find((one) => one.assistant_id === path.assistant_id);
  if (found === undefined) return { status: 404, body: { type: "NotFound" } };
  return { status: 200, body: found };
};

/**
 * Update an assistant
 *
 * `PATCH /assistants/{assistant_id}`
 */
export const updateAssistant: UpdateAssistantHandler = async (
  _input,
  { operation },
): Promise<UpdateAssistantAnswer> => {
  throw new NotImplementedError(operation.operationId);
};

/**
 * Delete an assistant
 *
 * `DELETE /assistants/{assistant_id}`
 */
export const deleteAssistant: DeleteAssistantHandler = async (
  _input,
  { operation },
): Promise<DeleteAssistantAnswer> => {
  throw new NotImplementedError(operation.operationId);
};
