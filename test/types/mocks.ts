/** What must compile with a mock of the whole API, and what must not; checked by the compiler alone. */
import { createMock, type ApiMockTypes } from "@genai-app/mocks";
import type { GetAssistantHandler } from "@genai-app/server";
import type { Mock } from "@openapi-packages/mock";
import type { HttpHandler } from "msw";

const mock = createMock({ seed: "types", latency: "10..20", start: "empty" });

/** For MSW. */
export const handlers: HttpHandler[] = mock.handlers();

/** Overrides in a file of their own, whoever makes the mock. */
const overrides = (own: Mock<ApiMockTypes>): void => {
  own.on("ListUsers", (_, { fallback }) => fallback());
};
createMock({ setup: overrides });

/** An answer of a documented status. */
export const takeBack: () => void = mock.on("DeleteAssistant", { status: 204 });

/** What makes one, from the input, what is remembered, and the answer there would be. */
mock.on("CreateAssistantRun", async ({ path, body }, { state, requestId, fallback }) => {
  const assistant = state.get("Assistant", path.assistant_id);
  if (assistant === undefined) {
    const errors = [`no assistant ${path.assistant_id} for ${requestId}`];
    return { status: 404, body: { type: "NotFound", errors } };
  }
  const input: string | undefined = body?.input;
  return input === assistant.name
    ? { status: 400, body: { type: "ValidationError", errors: [] } }
    : fallback();
});

/** A stream. */
mock.on("GetAssistantRunEventsSSE", ({ path }, { state }) => ({
  status: 200,
  body: (async function* () {
    yield* state
      .list("AssistantRunEvent")
      .filter((event) => event.assistant_run_id === path.assistant_run_id);
  })(),
}));

/** Records have their types. */
export const status: string | undefined = mock.state.get("AssistantRun", "")?.status;
mock.seed({
  Connection: [
    {
      connection_id: "96ae10fa-5f71-4bf7-b891-74b0fea9eff1",
      name: "Travel team",
      type: "github",
      created_by: "30e47e78-5f72-47ae-ba04-68db17b28e54",
      created_at: "2025-03-07T08:20:00Z",
      updated_at: "2025-03-07T08:25:00Z",
    },
  ],
});

/** One operation for MSW, with an answer, or with a handler of the type that the server's handlers have. */
const notThere: GetAssistantHandler = ({ path }) => ({
  status: 404,
  body: { type: "NotFound", errors: [path.assistant_id] },
});
export const single: HttpHandler[] = [
  mock.handler("GetAssistant"),
  mock.handler("GetAssistant", notThere),
  mock.handler("DeleteAssistant", { status: 204 }),
  mock.handler("CreateAssistant", (_, { fallback }) => fallback()),
];

// @ts-expect-error 418 is not an answer of this operation
mock.handler("DeleteAssistant", { status: 418 });

// @ts-expect-error there is no such operation
mock.handler("CreateAssistants");

// @ts-expect-error there is no such operation
mock.on("CreateAssistants", { status: 204 });

// @ts-expect-error 418 is not an answer of this operation
mock.on("DeleteAssistant", { status: 418 });

// @ts-expect-error the body lacks required members
mock.on("GetAssistant", { status: 200, body: { name: "Guide" } });

// @ts-expect-error what is made is not an answer either
mock.on("GetAssistant", () => ({ status: 200, body: { name: "Guide" } }));

mock.on("GetAssistant", ({ path }) => ({
  status: 404,
  // @ts-expect-error the input has no such path value
  body: { type: "NotFound", errors: [path.assistant] },
}));

// @ts-expect-error nothing of that name is remembered
mock.state.get("Assistants", "");

// @ts-expect-error a record lacks members
mock.seed({ Bucket: [{ name: "guides" }] });

// @ts-expect-error a latency is a number, or from and up to
createMock({ latency: "slow" });
