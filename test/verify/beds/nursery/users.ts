import { Refusal } from "./refusals.ts";
import { users } from "./store.ts";

let latest = "";

/** Whose request came last. */
export function latestUser(): string {
  return latest;
}

/** The user of an API key. */
export function userOf(key: string | string[] | undefined): string {
  const user = typeof key === "string" ? users.get(key) : undefined;
  if (user === undefined)
    throw new Refusal(401, "unauthorized", "Send a valid API key in X-Nursery-Key.", {
      headers: { "WWW-Authenticate": 'ApiKey realm="nursery"' },
    });
  latest = user;
  return user;
}
