import type TypeScript from "typescript";
import type { ClientMethod } from "../replacement/client-method.ts";

/** Text with nodes of the user's code in it, whose own calls are replaced before they are printed. */
export type Parts = readonly (string | TypeScript.Node)[];

/** The arguments of a call of a generated client: the members of its input and of its options. */
export interface CallInput {
  readonly input: readonly Parts[];
  readonly options: readonly Parts[];
  /** Nodes that are left out of the call. */
  readonly left?: readonly TypeScript.Node[];
}

/** What a call becomes, or the reason why it is left. */
export type Replacement = CallInput | { readonly reason: string };

/** The options of a call of the generated client that other clients name alike. */
export const callOptions: ReadonlySet<string> = new Set([
  "headers",
  "signal",
  "fetch",
  "cache",
  "credentials",
  "keepalive",
  "mode",
]);

/** Returns the parts of a call of a method. */
export function callParts(
  client: string,
  { group, operation }: ClientMethod,
  { input, options }: CallInput,
): Parts {
  const first = input.length > 0 ? object(input) : options.length > 0 ? ["{}"] : [];
  const [[spread, whole] = [], ...others] = options;
  const isWhole = spread === "..." && others.length === 0 && whole !== undefined;
  const second = options.length === 0 ? [] : [", ", ...(isWhole ? [whole] : object(options))];
  return [`${client}.${group.name}.${operation.methodName}(`, ...first, ...second, ")"];
}

/** Returns the parts of an object literal. */
export function object(members: readonly Parts[]): Parts {
  return ["{ ", ...members.flatMap((one, index) => (index === 0 ? one : [", ", ...one])), " }"];
}

/** Returns the parts of a member of an object literal: `path` where name and value are the same. */
export function member(name: string, value: TypeScript.Node): Parts {
  if (value.getText() === name) return [name];
  return [
    `${/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name)}: `,
    value,
  ];
}
