import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { IncomingMessage } from "node:http";
import { json, nothing, Refusal, type Answer } from "./answers.ts";
import type { Call } from "./calls.ts";
import * as checks from "./checks.ts";
import { faulty } from "./faults.ts";
import { cookie, readJson } from "./requests.ts";
import { sessions, users, type User } from "./store.ts";

const LASTS = 8 * 3_600_000;

const unauthorized = (why: string): Refusal =>
  new Refusal(
    401,
    why,
    faulty("no-challenge") ? {} : { "WWW-Authenticate": 'ApiKey realm="meeting rooms"' },
  );

/** Who calls: by key, or by the cookie of a session. */
export function authenticate(request: IncomingMessage): Pick<Call, "user" | "via"> {
  const key = request.headers["x-api-key"];
  const user = users.find((one) => one.apiKey === key);
  if (user !== undefined) return { user, via: "apiKey" };
  const session = sessions.get(cookie(request, "sid") ?? "");
  if (session !== undefined && session.expires > Date.now())
    return { user: session.user, via: "sessionCookie" };
  throw unauthorized("Send X-Api-Key, or log in.");
}

export async function login(request: IncomingMessage): Promise<Answer> {
  const body = await readJson(request);
  const name = checks.required(checks.text(body, "user"), "user");
  const password = checks.required(checks.text(body, "password"), "password");
  const user = users.find((one) => one.name === name && one.password === password);
  if (user === undefined) throw unauthorized("Wrong user or password.");
  const token = randomUUID();
  const expires = Date.now() + LASTS;
  sessions.set(token, { user, expires });
  const expiresAt = faulty("expiry-in-seconds")
    ? Math.floor(expires / 1000)
    : new Date(expires).toISOString();
  const attributes = "Path=/; HttpOnly; SameSite=Lax";
  return json({ user: name, expiresAt }, { "Set-Cookie": `sid=${token}; ${attributes}` }, 201);
}

export function logout(call: Call): Answer {
  if (!faulty("session-survives-logout")) sessions.delete(cookie(call.request, "sid") ?? "");
  return nothing(204, { "Set-Cookie": "sid=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0" });
}

let current: User;

export async function getMe(call: Call): Promise<Answer> {
  current = call.user;
  let user = current;
  if (faulty("me-of-another-call")) {
    await sleep(5);
    user = current;
  }
  return json({ user: user.name, displayName: user.displayName, via: call.via });
}
