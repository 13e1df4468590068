import type { ClientOptions } from "./types.ts";

/** The variables of an environment, such as `process.env`. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

/**
 * Reads a client's options from environment variables: `<PREFIX>_BASE_URL`; `<PREFIX>_API_KEY`,
 * `<PREFIX>_TOKEN`, or `<PREFIX>_USERNAME` with `<PREFIX>_PASSWORD`; `<PREFIX>_TIMEOUT`,
 * `<PREFIX>_TOTAL_TIMEOUT` and `<PREFIX>_IDLE_TIMEOUT` in milliseconds; `<PREFIX>_RETRIES`. Empty variables
 * count as unset. Only this function reads the environment.
 *
 * @param environment left out: `process.env`, where it exists.
 * @throws {TypeError} when a variable is invalid. The message does not contain its value.
 */
export function fromEnv(prefix: string, environment = processEnvironment()): ClientOptions<never> {
  const read = (name: string): string | undefined => environment[`${prefix}_${name}`] || undefined;
  const baseUrl = read("BASE_URL");
  if (baseUrl !== undefined && !URL.canParse(baseUrl))
    throw new TypeError(`${prefix}_BASE_URL is not an absolute URL`);
  const options = {
    baseUrl,
    auth: credentialOf(prefix, read),
    timeout: numberOf(prefix, "TIMEOUT", read),
    totalTimeout: numberOf(prefix, "TOTAL_TIMEOUT", read),
    idleTimeout: numberOf(prefix, "IDLE_TIMEOUT", read),
    retries: numberOf(prefix, "RETRIES", read),
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as ClientOptions<never>;
}

/** Reads one credential. Two would be ambiguous. */
function credentialOf(
  prefix: string,
  read: (name: string) => string | undefined,
): string | { username: string; password: string } | undefined {
  const given = ["API_KEY", "TOKEN", "USERNAME"].filter((name) => read(name) !== undefined);
  if (given.length > 1) {
    const names = given.map((name) => `${prefix}_${name}`).join(" and ");
    throw new TypeError(`${names} are both set: set one, or give the client its \`auth\``);
  }
  const [name] = given;
  if (name !== "USERNAME") return name === undefined ? undefined : read(name);
  return { username: read("USERNAME") ?? "", password: read("PASSWORD") ?? "" };
}

function numberOf(
  prefix: string,
  name: string,
  read: (name: string) => string | undefined,
): number | undefined {
  const text = read(name)?.trim();
  if (text === undefined) return undefined;
  if (/^(?:\d+|Infinity)$/.test(text)) return Number(text);
  throw new TypeError(`${prefix}_${name} is not a whole number`);
}

function processEnvironment(): Environment {
  const { process } = globalThis as { process?: { env?: Environment } };
  return process?.env ?? {};
}
