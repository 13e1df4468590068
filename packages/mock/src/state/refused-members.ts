import type { ValidatorError } from "@openapi-packages/runtime";
import { escapePointerToken } from "@openapi-packages/runtime/internals";

/** The parameters of a validator's error that name a member below its place. */
const memberParameters = ["missingProperty", "additionalProperty", "unevaluatedProperty"] as const;

/** Returns the members of the record that a validator's errors name, each once, in order. */
export function refusedMembers(
  errors: readonly ValidatorError[],
  tokens: readonly string[],
): readonly string[] {
  const prefix = tokens.map((token) => `/${escapePointerToken(token)}`).join("");
  const names = new Set<string>();
  for (const error of errors) {
    const name = memberAt(error, prefix);
    if (name !== undefined) names.add(name);
  }
  return [...names];
}

function memberAt({ instancePath, params }: ValidatorError, prefix: string): string | undefined {
  if (!instancePath.startsWith(prefix)) return undefined;
  const rest = instancePath.slice(prefix.length);
  if (rest.startsWith("/"))
    return rest.slice(1).split("/")[0]?.replaceAll("~1", "/").replaceAll("~0", "~");
  if (rest !== "") return undefined;
  for (const parameter of memberParameters) {
    const name = params?.[parameter];
    if (typeof name === "string") return name;
  }
  return undefined;
}
