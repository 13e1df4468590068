import { QUESTION_TOKEN, UNDEFINED, tsUnion } from "openapi-typescript";
import ts from "typescript";
import { comment, propertyKey } from "../../escape.ts";
import {
  namedSchema,
  propertyOf,
  type ComponentSchemas,
  type Schema,
} from "../../model/schema/schema.ts";

/** Types whose members have earlier names too. */
export interface EarlierMembers {
  /** In answers both names are there; in requests one of them is given. */
  readonly of: "answers" | "requests";
  /** The components. */
  readonly schemas: ComponentSchemas;
}

/** A member of an object's type. */
export interface NamedProperty {
  readonly name: string;
  readonly signature: ts.PropertySignature;
  readonly isRequired: boolean;
  readonly earlierNames: readonly string[];
  /** Makes the node of its type anew. */
  readonly type: () => ts.TypeNode;
}

/** The members of which either name has to be given. */
export const choicesOf = (properties: readonly NamedProperty[]): readonly NamedProperty[] =>
  properties.filter(({ isRequired, earlierNames }) => isRequired && earlierNames.length > 0);

/** The members under earlier names, as required as under today's. */
export function earlierSignatures(property: NamedProperty): ts.TypeElement[] {
  const { earlierNames, isRequired } = property;
  return earlierNames.map((name) => earlierSignature(property, name, isRequired));
}

function earlierSignature(
  { name: today, type }: NamedProperty,
  name: string,
  isRequired: boolean,
): ts.PropertySignature {
  const signature = ts.factory.createPropertySignature(
    undefined,
    propertyKey(name),
    isRequired ? undefined : QUESTION_TOKEN,
    type(),
  );
  const docs = `* @deprecated Use \`${comment(today)}\`. `;
  const kind = ts.SyntaxKind.MultiLineCommentTrivia;
  return ts.addSyntheticLeadingComment(signature, kind, docs, true);
}

/** An object that has a member by one of its names; an earlier one may stand beside today's, as in what was read. */
export function choiceNode(property: NamedProperty): ts.TypeNode {
  const { name, signature, earlierNames } = property;
  const absent = (): ts.TypeElement =>
    ts.factory.createPropertySignature(undefined, propertyKey(name), QUESTION_TOKEN, UNDEFINED);
  const others = (required?: string): ts.TypeElement[] =>
    earlierNames.map((one) => earlierSignature(property, one, one === required));
  const branches = [
    [signature, ...others()],
    ...earlierNames.map((one) => [absent(), ...others(one)]),
  ];
  return tsUnion(branches.map((members) => ts.factory.createTypeLiteralNode(members)));
}

/**
 * The members that a type demands of another, by the names that they may have: in answers all, in requests one of
 * each, in all combinations.
 */
export function requiredSets(
  { of, schemas }: EarlierMembers,
  schema: Schema,
  keys: readonly string[],
): readonly (readonly string[])[] {
  const names = keys.map((key) => [key, ...new Set(earlierIn(schemas, schema, key))]);
  if (of === "answers") return [names.flat()];
  return names.reduce<readonly (readonly string[])[]>(
    (sets, some) => sets.flatMap((set) => some.map((one) => [...set, one])),
    [[]],
  );
}

/** The earlier names of a member of a schema, in whichever part of it the member is declared. */
function earlierIn(
  schemas: ComponentSchemas,
  schema: Schema,
  name: string,
  seen: ReadonlySet<string> = new Set(),
): readonly string[] {
  const within = (parts: readonly Schema[]): string[] =>
    parts.flatMap((part) => earlierIn(schemas, part, name, seen));
  switch (schema.kind) {
    case "reference":
      return seen.has(schema.name)
        ? []
        : earlierIn(
            schemas,
            namedSchema(schemas, schema.name),
            name,
            new Set([...seen, schema.name]),
          );
    case "object":
      return propertyOf(schema, name)?.earlierNames ?? [];
    case "union":
      return within(schema.alternatives);
    case "intersection":
      return within(schema.parts);
    case "required":
      return within([schema.schema]);
    default:
      return [];
  }
}
