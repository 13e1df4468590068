import { literal, literalKey } from "@openapi-packages/description/text/escape";

/** An expression in generated code: a name, or a call of a function by its name. */
export class Expression {
  readonly name: string;
  /** The arguments of the call; omitted: the expression is the name alone. */
  readonly callArguments: readonly DataValue[] | undefined;

  constructor(name: string, callArguments?: readonly DataValue[]) {
    this.name = name;
    this.callArguments = callArguments;
  }
}

/**
 * Plain data of a generated file: JSON that may contain expressions. Members that are `undefined`
 * are omitted.
 */
export type DataValue =
  null | boolean | number | string | undefined | Expression | readonly DataValue[] | DataObject;

/** Members in the order of printing. */
export interface DataObject {
  readonly [member: string]: DataValue;
}

/** An exported constant that holds data. */
export interface DataConst {
  readonly name: string;
  /** The type that the value is checked against. */
  readonly type?: string;
  readonly docs?: readonly { readonly description: string }[];
  readonly value: DataValue;
}

/** Prints data as a TypeScript expression. */
export function dataText(value: DataValue): string {
  if (value instanceof Expression) {
    const { name, callArguments } = value;
    return callArguments === undefined
      ? name
      : `${name}(${callArguments.map(dataText).join(", ")})`;
  }
  if (Array.isArray(value)) return `[${(value as readonly DataValue[]).map(dataText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return literal(value);
  const members = Object.entries(value as DataObject).filter(([, member]) => member !== undefined);
  if (members.length === 0) return "{}";
  return `{ ${members.map(([key, member]) => `${literalKey(key)}: ${dataText(member)}`).join(", ")} }`;
}

/**
 * Creates an exported table of names with an explicit type. `isolatedDeclarations` requires it: the
 * types of imported names are unknown within the module.
 */
export function nameTable(
  name: string,
  docs: DataConst["docs"],
  rows: readonly (readonly [key: string, name: string])[],
): DataConst {
  const members = rows.map(([key, value]) => `${literalKey(key)}: typeof ${value}`);
  return {
    name,
    type: members.length === 0 ? "{}" : `{ ${members.join("; ")} }`,
    ...(docs === undefined ? {} : { docs }),
    value: Object.fromEntries(rows.map(([key, value]) => [key, new Expression(value)])),
  };
}
