import type TypeScript from "typescript";
import type { ClientMethod } from "../replacement/client-method.ts";

/** The text of a method's call, or the reason why a call has to be replaced by hand. */
export type CallText = { readonly text: string } | { readonly reason: string };

/** Members of the second argument of a call that are options of a call of the generated client too. */
const options = ["headers", "signal", "fetch", "cache", "credentials", "keepalive", "mode"];

/** The members of `params`, which are those of an input. */
const locations = ["path", "query", "header", "cookie"];

type Member = TypeScript.PropertyAssignment | TypeScript.ShorthandPropertyAssignment;

/**
 * Writes the call of a generated client's method for a call of openapi-fetch.
 *
 * @param client the text of the client's expression
 * @param init the second argument of the call
 */
export function callText(
  ts: typeof TypeScript,
  client: string,
  { group, operation }: ClientMethod,
  init: TypeScript.Expression | undefined,
): CallText {
  const name = `${client}.${group.name}.${operation.methodName}`;
  if (init === undefined) return { text: `${name}()` };
  const read = new InitReader(ts);
  const members = read.members(init, "the second argument");
  if (members === undefined) return { reason: read.reason };
  const input: string[] = [];
  const own: string[] = [];
  for (const [key, member] of members) {
    if (key === "params") input.push(...read.params(member));
    else if (key === "body") input.push(member.getText());
    else if (options.includes(key)) own.push(member.getText());
    else return { reason: `${key} has no such option here` };
  }
  if (read.reason !== "") return { reason: read.reason };
  const first = input.length > 0 ? `{ ${input.join(", ")} }` : own.length > 0 ? "{}" : "";
  const all = [first, own.length > 0 ? `{ ${own.join(", ")} }` : ""].filter((one) => one !== "");
  return { text: `${name}(${all.join(", ")})` };
}

/** Reads the members of object literals, and keeps the first reason why a call has to be replaced by hand. */
class InitReader {
  reason = "";
  readonly #ts: typeof TypeScript;

  constructor(ts: typeof TypeScript) {
    this.#ts = ts;
  }

  /** Returns the members of an object literal by name; `undefined` for anything else. */
  members(given: TypeScript.Expression, what: string): Map<string, Member> | undefined {
    if (!this.#ts.isObjectLiteralExpression(given)) return this.#leave(`${what} is no literal`);
    const members = new Map<string, Member>();
    for (const member of given.properties) {
      const isPlain =
        this.#ts.isPropertyAssignment(member) || this.#ts.isShorthandPropertyAssignment(member);
      if (!isPlain || this.#ts.isComputedPropertyName(member.name))
        return this.#leave(`${what} has more than members with names`);
      members.set(member.name.text, member);
    }
    return members;
  }

  /** Returns the members of an input that `params` has. */
  params(member: Member): string[] {
    const value = this.#ts.isPropertyAssignment(member) ? member.initializer : member.name;
    const found = [...(this.members(value, "params") ?? [])];
    const other = found.find(([key]) => !locations.includes(key));
    if (other !== undefined) this.#leave(`params.${other[0]} is no place of parameters`);
    return found.map(([, one]) => one.getText());
  }

  #leave(reason: string): undefined {
    this.reason ||= reason;
  }
}
