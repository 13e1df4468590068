const assistant = {
  assistant_id: "ee27cfd5-fac6-42cd-9eef-01bbca60aa4d",
  organization_id: "bd930234-5806-4225-ac22-4ab683ef3da9",
  name: "Trip planner",
  description: "Plans city trips from the travel guides",
  input: "Answer in the language of the traveller.",
  knowledge_base_ids: ["05f665ef-6caf-4849-8dc7-85be45bf3707"],
  retriever_ids: ["decdc687-787d-4e0b-a270-5ac7aa8a4865"],
  ruleset_ids: ["03ccec71-49e8-4a8c-8b0a-22fec132ca18"],
  structure_ids: ["b305bf13-f341-4134-9f19-301929ae8f99"],
  tool_ids: ["26c9ab16-5e8a-4023-8bc1-ce4b95529d4e"],
  created_by: "30e47e78-5f72-47ae-ba04-68db17b28e54",
  created_at: "2025-03-07T09:15:00Z",
  updated_at: "2025-03-07T09:20:00Z",
};

const { name, description, input, knowledge_base_ids, tool_ids } = assistant;
const body = { name, description, input, knowledge_base_ids, tool_ids };
const page = {
  assistants: [assistant, { ...assistant, name: "Guide editor" }],
  pagination: { page_number: 1, page_size: 20, total_count: 2, total_pages: 1 },
};

/** A call as it is on the wire. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  readonly answer: unknown;
}

const exchange = (
  method: string,
  path: string,
  status: number,
  answer: unknown,
  sent?: unknown,
): Exchange => ({ method, path, status, answer, body: sent });

/** What every client sends in three calls of this repository's description, and what it is answered. */
export const exchanges = {
  id: assistant.assistant_id,
  query: { page: 1, page_size: 20 },
  body,
  get: exchange("GET", `/assistants/${assistant.assistant_id}`, 200, assistant),
  list: exchange("GET", "/assistants?page=1&page_size=20", 200, page),
  post: exchange("POST", "/assistants", 201, assistant, body),
};

/** The names of the calls. */
export const callNames = ["get", "list", "post"] as const;
