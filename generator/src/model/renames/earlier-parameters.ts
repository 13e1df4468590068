import type { Json } from "../../json.ts";
import type { Place } from "../../load/openapi/operation-places.ts";
import type { Parameter } from "../api-model.ts";
import type { ModelContext } from "../model-context.ts";
import { standingNames } from "./mark-renames.ts";

/** The earlier names of a parameter that are still accepted, as its own place says. */
export function earlierParameterNames(node: Json): readonly string[] {
  return standingNames(node).flatMap(({ name }) => name ?? []);
}

/** The parameters of an operation without the earlier names that another of them has, which is reported. */
export function withoutTakenNames(
  context: ModelContext,
  { pointer }: Place,
  parameters: readonly Parameter[],
): Parameter[] {
  if (parameters.every(({ earlierNames }) => earlierNames.length === 0)) return [...parameters];
  const taken = new Set(parameters.map((one) => keyOf(one, one.name)));
  return parameters.map((parameter) => {
    const free = parameter.earlierNames.filter((name) => {
      const key = keyOf(parameter, name);
      if (!taken.has(key)) return taken.add(key);
      const message = `there is a ${parameter.in} parameter ${name} still, so no alias of ${parameter.name} has its name`;
      const hint = "remove this name from x-renamed-from, or the parameter that has it";
      context.report("renamed-from-taken", message, `${pointer}/parameters`, hint);
      return false;
    });
    return free.length === parameter.earlierNames.length
      ? parameter
      : { ...parameter, earlierNames: free };
  });
}

/** Names of headers have no case (RFC 9110, section 5.1). */
const keyOf = (parameter: Parameter, name: string): string =>
  `${parameter.in} ${parameter.in === "header" ? name.toLowerCase() : name}`;
