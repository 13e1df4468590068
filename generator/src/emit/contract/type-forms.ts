/** A type as TypeScript prints it, with what its surroundings ask of it. */
export interface TypeText {
  readonly text: string;
  readonly kind: "intersection" | "keyword" | "members" | "other" | "union";
  /** The types of a union, as they stand in it. */
  readonly types?: readonly string[];
}

/** One of the types that have a keyword. */
export function keyword(text: string): TypeText {
  return { kind: "keyword", text };
}

/** A type that takes parentheses nowhere. */
export function plain(text: string): TypeText {
  return { kind: "other", text };
}

/** `Record<string, …>` */
export function recordOf(value: string): TypeText {
  return plain(`Record<string, ${value}>`);
}

/** An object type; each member is whole lines. */
export function membersType(members: readonly string[], indent: string): TypeText {
  const text = members.length === 0 ? "{}" : `{\n${members.join("")}${indent}}`;
  return { kind: "members", text };
}

/** A list of values of a type. */
export function arrayOf(item: TypeText): TypeText {
  return plain(`${held(item)}[]`);
}

/** A list whose items have types of their own; the types stand one level deeper than the list. */
export function tupleOf(
  items: readonly { readonly type: TypeText; readonly isOptional: boolean }[],
  rest: TypeText | undefined,
  indent: string,
): TypeText {
  const texts = items.map(({ type, isOptional }) => (isOptional ? `${held(type)}?` : type.text));
  if (rest !== undefined) texts.push(`...${arrayOf(rest).text}`);
  const lines = texts.map((text) => `${indent}    ${text}`);
  return plain(texts.length === 0 ? `[\n${indent}]` : `[\n${lines.join(",\n")}\n${indent}]`);
}

/** One of several types. */
export function unionOf(types: readonly TypeText[]): TypeText {
  const [only] = types;
  if (only === undefined) return keyword("never");
  if (types.length === 1) return only;
  return union(distinct(types).map(held));
}

function union(types: readonly string[]): TypeText {
  return { kind: "union", text: types.join(" | "), types };
}

/** Several types at once. */
export function intersectionOf(types: readonly TypeText[]): TypeText {
  const [only] = types;
  if (only === undefined) return keyword("never");
  if (types.length === 1) return only;
  return { kind: "intersection", text: distinct(types).map(held).join(" & ") };
}

/** A type, or `undefined`. */
export function withUndefined(type: TypeText): TypeText {
  if (type.kind === "keyword" && type.text === "unknown") return type;
  return union([...(type.types ?? [held(type)]), "undefined"]);
}

/** A type within another one. */
function held({ kind, text }: TypeText): string {
  return kind === "union" || kind === "intersection" ? `(${text})` : text;
}

/** openapi-typescript leaves out a keyword that is there already, and nothing else. */
function distinct(types: readonly TypeText[]): TypeText[] {
  const seen = new Set<string>();
  return types.filter(({ kind, text }) => {
    if (kind !== "keyword" || text === "unknown") return true;
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
