import type {
  JsonSchema,
  OperationBody,
  Schemas,
  SchemaObject,
  ServedOperation,
} from "../operation.ts";
import { isRecord, listOf, propertiesOf, requiredOf, resolve } from "../schema/resolve.ts";

/** The part of an operation's input that an argument belongs to. */
export type ArgumentPlace = "path" | "query" | "header" | "cookie" | "body";

/** One argument of an operation's tool. */
export interface ToolArgument {
  /** Its unique name: at most 64 letters, digits, `_`, `.` and `-`. */
  readonly name: string;
  readonly place: ArgumentPlace;
  /** Its name in that part. Default: it is the whole body. */
  readonly member?: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** Arguments of every tool that select what to show of its result. */
export const resultArguments = { fields: "result_fields", cursor: "result_cursor" } as const;

type Unnamed = Omit<ToolArgument, "name"> & { readonly wanted: string };

/**
 * Returns the arguments of an operation's tool: parameters and body members side by side. A body that is not an
 * object with known members is one argument, `body`. If two have the same name, each is prefixed with its part:
 * `path_id`, `body_id`.
 */
export function toolArguments(operation: ServedOperation, schemas: Schemas): ToolArgument[] {
  const parameters = operation.parameters.map((parameter): Unnamed => {
    const { name, description, required = false } = parameter;
    const schema = withDescription(parameter.schema, description);
    return { wanted: plainName(name), place: parameter.in, member: name, required, schema };
  });
  const { body } = operation;
  const all = [...parameters, ...(body === undefined ? [] : bodyArguments(body, schemas))];
  const counts = new Map<string, number>();
  const reserved = Object.values(resultArguments);
  for (const name of [...reserved, ...all.map(({ wanted }) => wanted)])
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set<string>(
    [...counts].flatMap(([name, count]) => (count === 1 ? [name] : [])),
  );
  return all.map(({ wanted, ...argument }) => {
    if (counts.get(wanted) === 1) return { name: wanted, ...argument };
    let name = plainName(`${argument.place}_${wanted}`);
    while (taken.has(name)) name = `${name.slice(0, longest - 1)}_`;
    taken.add(name);
    return { name, ...argument };
  });
}

/** The longest argument name that models accept. */
const longest = 64;

const plainName = (name: string): string =>
  name
    .replace(/[^\w.-]+/gu, "_")
    .replace(/^_+|_+$/gu, "")
    .slice(0, longest) || "value";

function bodyArguments(body: OperationBody, schemas: Schemas): Unnamed[] {
  const { required = false, description } = body;
  const { schema } = resolve(body.schema, schemas);
  const members = body.kind === "binary" || body.kind === "text" ? [] : membersOf(schema);
  if (members.length === 0)
    return [
      {
        wanted: "body",
        place: "body",
        required,
        schema: withDescription(body.schema, description),
      },
    ];
  const names = requiredOf(schema);
  return members.map(([member, value]) => ({
    wanted: plainName(member),
    place: "body",
    member,
    required: required && names.includes(member),
    schema: value,
  }));
}

/** Returns the members of a closed object without alternatives; none for any other schema. */
function membersOf(schema: SchemaObject): [string, JsonSchema][] {
  const { additionalProperties: more } = schema;
  const isOpen = more === true || isRecord(more) || schema["patternProperties"] !== undefined;
  const alternatives = [...listOf(schema, "oneOf"), ...listOf(schema, "anyOf")];
  const isUnion = alternatives.some(
    (one) => typeof one === "object" && Object.keys(one).some((keyword) => keyword !== "required"),
  );
  if (isOpen || isUnion || (schema["type"] ?? "object") !== "object") return [];
  return Object.entries(propertiesOf(schema)).filter(([, member]) => member !== false);
}

function withDescription(schema: JsonSchema, description: string | undefined): JsonSchema {
  if (description === undefined || description === "") return schema;
  return typeof schema === "boolean" ? { description } : { ...schema, description };
}
