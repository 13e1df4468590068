import { getMember } from "../members.ts";
import type { ParameterDescriptor } from "../operation.ts";
import { expandPath } from "../path-template.ts";
import type { PathTemplate } from "../path-template.ts";
import { encodeParameter } from "./encode.ts";
import { withSlashes } from "./multi-segment.ts";
import { percentEncodePunctuation } from "./percent-encoding.ts";

/**
 * Expands a path template with the values of its parameters.
 *
 * @throws {TypeError} with the name of a parameter that is missing, empty, `.` or `..`, or whose style
 *   cannot express its value.
 */
export function encodePath(
  template: PathTemplate,
  parameters: readonly ParameterDescriptor[],
  values: object | undefined,
): string {
  return expandPath(template, (name, shared) => {
    const value = getMember(values, name);
    if (value === undefined || value === null) {
      throw new TypeError(`path parameter "${name}" is missing`);
    }
    const declared = parameters.find((one) => one.in === "path" && one.name === name);
    const parameter = declared ?? { name, in: "path" };
    if (value === "" && parameter.content === undefined) {
      throw new TypeError(`path parameter "${name}" must not be empty`);
    }
    // In a segment with several parameters, the text between them may contain reserved characters.
    const isBeside = shared && isSimple(parameter);
    const { allowReserved: _, ...encoded } = parameter;
    const text = encodeParameter(isBeside ? encoded : parameter, value);
    if (parameter.multiSegment) return withSlashes(text);
    return isBeside ? percentEncodePunctuation(text) : text;
  });
}

/** True for the style `simple`. Other styles have punctuation of their own, which must not be encoded. */
const isSimple = ({ style }: ParameterDescriptor): boolean => (style ?? "simple") === "simple";
