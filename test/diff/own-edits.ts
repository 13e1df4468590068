import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { repositoryRoot } from "../../scripts/repository.ts";
import type { Audience, Verdicts } from "./agreement.ts";

/** An edit of this repository's description. */
export interface OwnEdit {
  readonly name: string;
  /** The gravest verdict for each audience. */
  readonly said: Verdicts;
  /** Changes the description in a folder. */
  readonly edit: (folder: string) => void;
  /** What a server of the later description answers an operation, where the mock's own answer does not show the edit. */
  readonly answers?: Readonly<Record<string, object>>;
  /** Why nothing breaks for an audience though it was said to, where that is so. */
  readonly unused?: Partial<Record<Audience, string>>;
}

/** Writes the description that is edited: this repository's, with a default, which it has none of. */
export function writeOwn(folder: string): void {
  cpSync(join(repositoryRoot, "spec"), folder, { recursive: true });
  replace("schemas/assistant-run.yaml", [
    "stream: { type: boolean, description: Whether the run is to stream. }",
    "stream: { type: boolean, description: Whether the run is to stream., default: false }",
  ])(folder);
}

type Replacement = readonly [from: string, to: string];

/** Replaces texts of a file, wherever they stand in it. */
function replace(file: string, ...replacements: readonly Replacement[]) {
  return (folder: string): void => {
    const path = join(folder, file);
    let text = readFileSync(path, "utf8");
    for (const [from, to] of replacements) {
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      text = text.replaceAll(from, to);
    }
    writeFileSync(path, text);
  };
}

/** Changes a file as a value. */
// oxlint-disable-next-line typescript/no-explicit-any
function change(file: string, edit: (document: any) => any) {
  return (folder: string): void => {
    const path = join(folder, file);
    writeFileSync(path, stringify(edit(parse(readFileSync(path, "utf8")))));
  };
}

const all =
  (...edits: readonly ((folder: string) => void)[]) =>
  (folder: string): void => {
    for (const edit of edits) edit(folder);
  };

const reversed = (value: object): object => Object.fromEntries(Object.entries(value).toReversed());

const run = {
  assistant_run_id: "4978cd9c-e698-44af-a724-85353c8ef0f1",
  assistant_id: "ee27cfd5-fac6-42cd-9eef-01bbca60aa4d",
  status: "PAUSED",
  args: [],
  stream: false,
  knowledge_base_ids: [],
  retriever_ids: [],
  ruleset_ids: [],
  structure_ids: [],
  tool_ids: [],
  created_by: "ann",
  created_at: "2025-03-07T09:40:00Z",
  updated_at: "2025-03-07T09:40:00Z",
  completed_at: null,
};
const assistant = {
  assistant_id: run.assistant_id,
  organization_id: "bd930234-5806-4225-ac22-4ab683ef3da9",
  name: "Trip planner",
  description: null,
  knowledge_base_ids: [],
  retriever_ids: [],
  ruleset_ids: [],
  structure_ids: [],
  tool_ids: [],
  created_by: "ann",
  created_at: run.created_at,
  updated_at: run.updated_at,
};

/** Edits of different kinds, each of what the project uses. */
export const ownEdits: readonly OwnEdit[] = [
  {
    name: "operation renamed",
    said: { compile: "breaking", run: "none", handlers: "breaking" },
    edit: replace("paths/assistant-runs.yaml", [
      "operationId: ListAssistantRuns",
      "operationId: FindAssistantRuns",
    ]),
  },
  {
    name: "tag renamed",
    said: { compile: "breaking", run: "none", handlers: "breaking" },
    edit: all(
      replace("openapi.yaml", ["name: Assistant runs", "name: Runs"]),
      replace("paths/assistant-runs.yaml", ["tags: [Assistant runs]", "tags: [Runs]"]),
    ),
  },
  {
    name: "required request member added",
    said: { compile: "breaking", run: "breaking", handlers: "compatible" },
    edit: change("schemas/assistant.yaml", (d) => {
      d.CreateAssistantBody.required.push("purpose");
      d.CreateAssistantBody.properties.purpose = { type: "string" };
      for (const one of d.CreateAssistantBody.examples) one.purpose = "Trips";
      return d;
    }),
  },
  {
    name: "optional response member removed",
    said: { compile: "breaking", run: "compatible", handlers: "breaking" },
    edit: change("schemas/assistant-run.yaml", (d) => {
      delete d.AssistantRun.properties.input;
      return d;
    }),
  },
  {
    name: "enum value added",
    said: { compile: "breaking", run: "breaking", handlers: "breaking" },
    edit: replace("schemas/assistant-run.yaml", ["ERROR, CANCELLED]", "ERROR, CANCELLED, PAUSED]"]),
    answers: { GetAssistantRun: { status: 200, body: run } },
  },
  {
    name: "pattern narrowed",
    said: { compile: "none", run: "breaking", handlers: "breaking" },
    edit: replace("schemas/common.yaml", [
      "pattern: ^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$",
      "pattern: ^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
    ]),
  },
  {
    name: "`explode` changed",
    said: { compile: "none", run: "breaking", handlers: "none" },
    edit: replace("paths/assistant-runs.yaml", ["explode: false", "explode: true"]),
  },
  {
    name: "security scheme changed",
    said: { compile: "none", run: "breaking", handlers: "breaking" },
    unused: { handlers: "no handler reads the principal" },
    edit: replace("openapi.yaml", ["security:\n  - bearerAuth: []", "security:\n  - apiKey: []"]),
  },
  {
    name: "default changed",
    said: { compile: "none", run: "breaking", handlers: "compatible" },
    edit: replace("schemas/assistant-run.yaml", ["default: false", "default: true"]),
  },
  {
    name: "path parameter renamed",
    said: { compile: "breaking", run: "none", handlers: "breaking" },
    edit: all(
      replace(
        "openapi.yaml",
        ["name: assistant_run_id\n", "name: run_id\n"],
        ["{assistant_run_id}", "{run_id}"],
      ),
      replace("paths/assistant-runs.yaml", ["{assistant_run_id}", "{run_id}"]),
      replace("paths/events.yaml", ["{assistant_run_id}", "{run_id}"]),
    ),
  },
  {
    name: "pagination member renamed",
    said: { compile: "breaking", run: "breaking", handlers: "breaking" },
    edit: all(
      replace("paths/assistants.yaml", ["items: /assistants", "items: /items"]),
      change("schemas/assistant.yaml", (d) => {
        const list = d.ListAssistantsResponse;
        list.required = ["items", "pagination"];
        const { assistants, ...rest } = list.properties;
        list.properties = { items: assistants, ...rest };
        delete list.examples;
        return d;
      }),
      change("paths/assistants.yaml", (d) => {
        delete d["/assistants"].get.responses["200"].content["application/json"].example;
        return d;
      }),
    ),
  },
  {
    name: "response member made nullable",
    said: { compile: "breaking", run: "breaking", handlers: "compatible" },
    edit: change("schemas/assistant.yaml", (d) => {
      d.Assistant.properties.description.type = ["string", "null"];
      return d;
    }),
    answers: { CreateAssistant: { status: 201, body: assistant } },
  },
  {
    name: "status 201 changed to 200",
    said: { compile: "breaking", run: "breaking", handlers: "breaking" },
    edit: change("paths/assistants.yaml", (d) => {
      const { responses } = d["/assistants"].post;
      responses["200"] = responses["201"];
      delete responses["201"];
      return d;
    }),
  },
  {
    name: "schema renamed",
    said: { compile: "breaking", run: "none", handlers: "breaking" },
    edit: all(
      replace(
        "schemas/assistant.yaml",
        ["\nAssistant:", "\nHelper:"],
        ['#/Assistant"', '#/Helper"'],
      ),
      replace("paths/assistants.yaml", ["assistant.yaml#/Assistant ", "assistant.yaml#/Helper "]),
    ),
  },
  {
    name: "texts and examples only",
    said: { compile: "none", run: "none", handlers: "none" },
    edit: all(
      replace("schemas/assistant.yaml", ["Name of the assistant.", "What it is called."]),
      replace("paths/assistants.yaml", ["Trip planner", "City planner"]),
    ),
  },
  {
    name: "reordered document",
    said: { compile: "none", run: "none", handlers: "none" },
    edit: all(
      change("schemas/assistant.yaml", (d) => {
        for (const one of Object.values<{ properties?: object }>(d))
          if (one.properties !== undefined) one.properties = reversed(one.properties);
        return reversed(d);
      }),
      change("paths/assistants.yaml", reversed),
      change("openapi.yaml", (d) => ({
        ...d,
        paths: reversed(d.paths),
        tags: d.tags.toReversed(),
      })),
    ),
  },
  {
    name: "schema split by `allOf`",
    said: { compile: "none", run: "none", handlers: "none" },
    edit: change("schemas/assistant.yaml", (d) => {
      const { required, properties, ...rest } = d.Assistant;
      const { assistant_id: id, name, ...others } = properties;
      d.Assistant = {
        ...rest,
        allOf: [
          {
            type: "object",
            required: ["assistant_id", "name"],
            properties: { assistant_id: id, name },
          },
          {
            type: "object",
            required: required.filter((one: string) => one !== "assistant_id" && one !== "name"),
            properties: others,
          },
        ],
      };
      return d;
    }),
  },
];
