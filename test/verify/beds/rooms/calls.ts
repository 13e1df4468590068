import type { IncomingMessage } from "node:http";
import type { Query } from "./pages.ts";
import type { User } from "./store.ts";

/** A request that was routed to a handler, by somebody who is logged in. */
export interface Call {
  request: IncomingMessage;
  query: Query;
  user: User;
  via: "apiKey" | "sessionCookie";
  /** A parameter of the path, decoded. */
  param: (name: string) => string;
}
