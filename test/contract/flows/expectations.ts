import { ApiError } from "@genai-app/client";

/*
 * What flows demand. They run in browsers as well, where there is no Vitest.
 */

/** @throws {Error} when two JSON values differ; a member that is `undefined` is one, and none is absent. */
export function equal(actual: unknown, expected: unknown): void {
  if (!isSame(actual, expected))
    throw new Error(`got ${text(actual)} instead of ${text(expected)}`);
}

/** @throws {Error} when a value has not these members, whatever others it has. */
export function like(actual: unknown, expected: { readonly [member: string]: unknown }): void {
  const own = Object(actual) as { readonly [member: string]: unknown };
  for (const [name, value] of Object.entries(expected))
    if (!isSame(own[name], value))
      throw new Error(`${name} of ${text(actual)} is not ${text(value)}`);
}

/** @throws {Error} that says so, when something does not hold. */
export function hold(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(`it does not hold that ${what}`);
}

/** @throws {Error} when a value has one of these texts anywhere in it. */
export function without(value: unknown, ...texts: readonly string[]): void {
  const whole = text(value);
  const found = texts.find((one) => whole.includes(one));
  if (found !== undefined) throw new Error(`${found} is in ${whole}`);
}

/**
 * The body that a call is refused with.
 *
 * @throws {Error} when it is not refused, or with another status.
 */
export async function refused(call: PromiseLike<unknown>, status: number): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === status) return error.body;
    throw error;
  }
  throw new Error(`the call was not refused with ${status}`);
}

/** @throws {Error} when a call does not say, as the API says it, that something is not there. */
export async function notThere(call: PromiseLike<unknown>): Promise<void> {
  like(await refused(call, 404), { type: "NotFound" });
}

/** @throws {Error} when a call is not refused for what a member of its body names. */
export async function namesNothing(call: PromiseLike<unknown>, pointer: string): Promise<void> {
  const body = await refused(call, 400);
  const { errors = [] } = body as { errors?: readonly { readonly pointer?: string }[] };
  equal(
    errors.map((error) => error.pointer),
    [pointer],
  );
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isSame(member(one, name), member(other, name)),
    )
  );
}

const member = (value: object, name: string): unknown => Reflect.get(value, name);

const text = (value: unknown): string => JSON.stringify(value) ?? String(value);
