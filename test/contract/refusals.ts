import type { Input, OperationCase } from "./cases.ts";
import { resolve } from "./description.ts";
import type { ParameterObject, SchemaObject } from "./description.ts";

/** An input that the description does not allow, and the place of what is wrong. */
export interface WrongInput {
  readonly input: Input;
  readonly issue: { readonly in: string; readonly pointer: string; readonly keyword: string };
}

/** One wrong input for each thing that the description of a request demands. */
export function wrongInputs(operation: OperationCase): WrongInput[] {
  return [...wrongParameters(operation), ...wrongBodies(operation)];
}

function wrongParameters({ parameters, inputs }: OperationCase): WrongInput[] {
  return parameters.flatMap((parameter) => {
    const wrong = wrongValue(parameter);
    if (!wrong) return [];
    const { name, in: location } = parameter;
    const { value, pointer, keyword } = wrong;
    const input = { ...inputs.minimal, [location]: { ...inputs.minimal[location], [name]: value } };
    return { input, issue: { in: location, pointer: `/${name}${pointer}`, keyword } };
  });
}

/** A value that can be written but is none of the schema's; `undefined` where any text is. */
function wrongValue({ schema = {} }: ParameterObject) {
  const { type, enum: members, items } = resolve<SchemaObject>(schema);
  if (members) return { value: "no such member", pointer: "", keyword: "enum" };
  if (type === "number" || type === "boolean") {
    return { value: "no such value", pointer: "", keyword: "type" };
  }
  if (type !== "array" || !resolve<SchemaObject>(items ?? {}).enum) return undefined;
  return { value: ["no such member"], pointer: "/0", keyword: "enum" };
}

function wrongBodies({ inputs, requestMedia }: OperationCase): WrongInput[] {
  if (requestMedia?.schema.type !== "object") return [];
  const whole = Object.entries(Object(inputs.maximal.body));
  const issue = (pointer: string, keyword: string) => ({ in: "body", pointer, keyword });
  const without = (requestMedia.schema.required ?? []).map((missing) => ({
    input: {
      ...inputs.minimal,
      body: Object.fromEntries(whole.filter(([name]) => name !== missing)),
    },
    issue: issue(`/${missing}`, "required"),
  }));
  const { body: _, ...bodiless } = inputs.minimal;
  return [
    ...without,
    { input: { ...inputs.minimal, body: [] }, issue: issue("", "type") },
    ...(requestMedia.required ? [{ input: bodiless, issue: issue("", "required") }] : []),
  ];
}
