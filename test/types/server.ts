/** What must compile at the server and the mocks, and what must not; checked by the compiler alone. */

import {
  createServer,
  partial,
  withScopes,
  type DeleteAssistantHandler,
  type GetAssistantHandler,
  type GetAssistantRunAnswer,
  type GetAssistantRunHandler,
  type GetAssistantRunEventsSSEHandler,
  type Handlers,
  type RequestContext,
  type SecurityScheme,
  type SecurityVerifiers,
} from "@genai-app/server";

/** A handler may answer a documented error, or one of the common ones. */
export const notFound: GetAssistantHandler = ({ path }) => ({
  status: 404,
  body: { type: "NotFound", errors: [`no assistant ${path.assistant_id}`] },
});

/** No content, no body. */
export const noContent: DeleteAssistantHandler = () => ({ status: 204 });

// @ts-expect-error 418 is not an answer of this operation
export const undocumented: GetAssistantHandler = () => ({ status: 418, body: { type: "Teapot" } });

// @ts-expect-error the body lacks required members
export const incomplete: GetAssistantHandler = () => ({ status: 200, body: { name: "Guide" } });

export const unknownInput: GetAssistantHandler = ({ path }) => ({
  status: 404,
  // @ts-expect-error the input has no such path value
  body: { type: "NotFound", errors: [path.assistant] },
});

/** A handler that declares what it returns says no more than the description has, nested either. */
export const excessive: GetAssistantRunHandler = async ({
  path,
}): Promise<GetAssistantRunAnswer> => {
  if (path.assistant_run_id === "") {
    // @ts-expect-error the description has no such member
    return { status: 404, body: { type: "NotFound", cause: "it is empty" } };
  }
  // @ts-expect-error nor such a status: one line tells it
  return { status: 418, body: { type: "Teapot" } };
};

/** A stream is an asynchronous iterable of events. */
export const stream: GetAssistantRunEventsSSEHandler = ({ path }) => ({
  status: 200,
  body: (async function* () {
    yield {
      event_id: "937bf02e-c53a-4400-8bb6-75e1b142e152",
      assistant_run_id: path.assistant_run_id,
      origin: "assistant",
      type: "run.started",
      payload: null,
      timestamp: 1741340401.125,
      created_at: "2025-03-07T09:40:01Z",
    };
  })(),
});

// @ts-expect-error every operation needs a handler
export const missing: Handlers = { assistants: { getAssistant: notFound } };

/** Unless that is said. */
export const some: Handlers = partial({ assistants: { getAssistant: notFound } });

/** A documented answer may be thrown as well. */
export const thrown: GetAssistantHandler = ({ path }, _context, fail) => {
  throw fail({ status: 404, body: { type: "NotFound", errors: [path.assistant_id] } });
};

export const thrownUndocumented: GetAssistantHandler = (_input, _context, fail) => {
  // @ts-expect-error 418 is not an answer of this operation
  throw fail({ status: 418, body: { type: "Teapot" } });
};

const security: SecurityVerifiers = {
  bearerAuth: ({ token }) => token === "secret",
  apiKey: ({ value }) => value === "secret",
};

interface Session {
  readonly user: string;
}

/** A context of one's own is made from the request's. */
export const withContext = createServer<Session>(partial<Session>({}), {
  context: ({ principal }) => ({ user: String(principal) }),
  security: { bearerAuth: ({ token }) => token, apiKey: () => undefined },
});

// @ts-expect-error a context of one's own has to be made
export const withoutContext = createServer<Session>(partial<Session>({}), { security });

// @ts-expect-error its credentials have to be checked
export const uncheckedSession = createServer<Session>(partial<Session>({}), {
  context: () => ({ user: "somebody" }),
});

interface User {
  readonly id: string;
}

/** What the verifiers give is the principal of the handlers. */
const greeting: GetAssistantHandler<RequestContext<User>> = (_input, { principal }) => ({
  status: 404,
  body: { type: principal.id },
});

export const withPrincipal = createServer<RequestContext<User>>(
  partial<RequestContext<User>>({ assistants: { getAssistant: greeting } }),
  {
    security: {
      bearerAuth: ({ token }) => withScopes({ id: token }, ["read"]),
      apiKey: ({ value }) => ({ id: value }),
    },
  },
);

// @ts-expect-error somebody has to give the principal
export const withoutPrincipal = createServer<RequestContext<User>>(partial({}));

export const withOtherPrincipal = createServer<RequestContext<User>>(partial({}), {
  // @ts-expect-error a text is no user
  security: { bearerAuth: ({ token }) => token, apiKey: () => undefined },
});

/** Without a principal the context has to be made of something else. */
// @ts-expect-error nobody gives the principal
export const uncheckedPrincipal = createServer<RequestContext<User>>(partial({}), {
  security: "unchecked",
});

export const principalOfGateway = createServer<RequestContext<User>>(partial({}), {
  security: "unchecked",
  context: (base) => ({ ...base, principal: { id: String(base.request.headers["x-user"]) } }),
});

/** The context of partial handlers is the server's. */
export const inferred = createServer(partial({ assistants: { getAssistant: notFound } }), {
  security,
});

/** A verifier may return what a look-up gives, at once or later, in a promise of any kind. */
export const lookedUp: SecurityVerifiers[] = [
  { ...security, bearerAuth: () => null },
  { ...security, bearerAuth: ({ token }) => token === "secret" },
  { ...security, bearerAuth: async ({ token }) => (token === "secret" ? { id: 1 } : null) },
  {
    ...security,
    bearerAuth: ({ token }): PromiseLike<string | undefined> => Promise.resolve(token),
  },
];

export const scheme: SecurityScheme = "bearerAuth";

// @ts-expect-error every scheme that an operation names needs a verifier
export const withoutSecurity = createServer(partial({}));

// @ts-expect-error options of another kind are not enough
export const withoutVerifiers = createServer(partial({}), { basePath: "/api" });

// @ts-expect-error the verifier of apiKey, an alternative, is missing
export const withoutVerifier = createServer(partial({}), { security: { bearerAuth: () => "me" } });

// @ts-expect-error no operation names such a scheme
export const withUnknownScheme = createServer(partial({}), { security: { bearer: () => "me" } });

/** Credentials that something else has checked are not checked again. */
export const unchecked = createServer(partial({}), { security: "unchecked" });

// @ts-expect-error it is that word and no other
export const misspelt = createServer(partial({}), { security: "none" });
