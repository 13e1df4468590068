import type { RequestContext } from "@genai-app/server";

/** Who calls. */
export interface User {
  readonly userId: string;
}

/** What every handler knows of its request. */
export type Context = RequestContext<User>;
