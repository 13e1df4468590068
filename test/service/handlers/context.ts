import type { RequestContext } from "@genai-app/server";

/** The authenticated caller. */
export interface User {
  readonly userId: string;
}

/** The context of all handlers. */
export type Context = RequestContext<User>;
