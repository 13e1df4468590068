import type { JsonObject } from "../../../packages/description/src/json/json.ts";
import { fileName, typeName } from "../../../packages/description/src/names/names.ts";

/** A description as plain data that can be edited. */
export interface Description {
  readonly paths: Record<string, Record<string, OperationNode>>;
  readonly components: { readonly schemas: Record<string, SchemaNode> };
}

interface OperationNode {
  operationId: string;
  summary?: string;
  tags: string[];
  responses: Record<string, JsonObject>;
}

interface SchemaNode {
  type?: string;
  properties?: Record<string, JsonObject>;
}

/** An edit of a description, with the files that it may change. */
export interface SingleEdit {
  readonly words: string;
  /** Makes the edit. */
  readonly apply: (description: Description) => void;
  /** Files that must change. */
  readonly changed: readonly string[];
  /** Files that may change beside them: those that list what was edited, or show it. */
  readonly listing: readonly RegExp[];
  /** Whether it adds to the description and takes nothing away. */
  readonly isAddition: boolean;
}

/** An operation of a description, and where it stands. */
export interface Place {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationNode;
}

/** Every operation of a description. */
export function placesOf({ paths }: Description): Place[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => typeof operation === "object" && "operationId" in operation)
      .map(([method, operation]) => ({ path, method, operation })),
  );
}

function operationAt(paths: Description["paths"], path: string, method: string): OperationNode {
  const operation = paths[path]?.[method];
  if (operation === undefined) throw new Error(`there is no ${method} ${path}`);
  return operation;
}

/** Names of the schemas whose members are listed. */
export function objectsOf({ components }: Description): string[] {
  return Object.entries(components.schemas).flatMap(([name, { properties }]) =>
    properties === undefined ? [] : [name],
  );
}

const groupFile = ({ tags: [tag = "default"] }: OperationNode): string => fileName(tag);

const files = (operation: OperationNode, ...packages: readonly string[]): string[] =>
  packages.map((one) => `${one}/${groupFile(operation)}.ts`);

const [contract, client, server] = ["contract/src/operations", "client/src", "server/src"];

/** The tables of what is compiled, and the schemas, which stand in one module. */
const compiled =
  /^contract\/src\/(validators|serializers)(\/schemas|\/schema-validators)?\.(ts|js|d\.ts)$/;
const compiledOf = (operation: OperationNode): RegExp =>
  new RegExp(
    `^contract/src/(validators|serializers)/operations/${groupFile(operation)}\\.(js|d\\.ts)$`,
  );
/** The client's own types of what some operation answers. */
const read = /^client\/src\/(types\/schema|index)\.ts$/;
/** Answers of components, which operations refer to. */
const componentAnswers = /^mocks\/src\/component-answers\.ts$/;
const mocks = "mocks/src/operations";

/** Another summary of an operation. */
export function summaryEdit({ path, method, operation }: Place): SingleEdit {
  return {
    words: `another summary of ${operation.operationId}`,
    apply: ({ paths }) => {
      operationAt(paths, path, method).summary = "Do it otherwise";
    },
    changed: [...files(operation, client, server, mocks)],
    listing: [],
    isAddition: false,
  };
}

/** One more status that an operation answers with. */
export function statusEdit({ path, method, operation }: Place): SingleEdit {
  return {
    words: `status 418 of ${operation.operationId}`,
    apply: ({ paths }) => {
      const schema = { $ref: "#/components/schemas/ClientError" };
      const response = { description: "No.", content: { "application/json": { schema } } };
      operationAt(paths, path, method).responses["418"] = response;
    },
    changed: [...files(operation, contract, client, mocks)],
    listing: [compiled, compiledOf(operation), componentAnswers],
    isAddition: true,
  };
}

/** One more member of a schema. */
export function memberEdit(schema: string): SingleEdit {
  return {
    words: `a member of ${schema}`,
    apply: ({ components }) => {
      const { properties } = components.schemas[schema] as SchemaNode;
      if (properties) properties["added_by_an_edit"] = { type: "boolean" };
    },
    changed: ["contract/src/schema.ts"],
    // Answers that are made from the schema have its members.
    listing: [read, compiled, componentAnswers, /^mocks\/src\/operations\//],
    isAddition: true,
  };
}

/** What lists all operations. */
const indexes = [
  /^contract\/(README\.md|NOT-SHOWN\.md|src\/(error-bodies|operation-table|ops|received|sensitive)\.ts)$/,
  /^client\/(README\.md|src\/(http|types\/ops)\.ts)$/,
  /^mocks\/(README\.md|src\/(create-mock|description|resources)\.ts)$/,
  read,
  compiled,
  componentAnswers,
  /\/AGENTS\.md$/,
];

/** One more operation, beside another of the same tag. */
export function additionEdit({ operation: beside }: Place): SingleEdit {
  const [tag = "default"] = beside.tags;
  return {
    words: `an operation beside ${beside.operationId}`,
    apply: ({ paths }) => {
      const responses = { 200: { description: "Done." } };
      const operation = { operationId: "AddedByAnEdit", summary: "Added", tags: [tag], responses };
      paths["/added-by-an-edit"] = { get: operation };
    },
    changed: [...files(beside, contract, client, server, mocks), "contract/src/operation-table.ts"],
    listing: [...indexes, compiledOf(beside)],
    isAddition: true,
  };
}

/** One operation less. */
export function removalEdit({ path, method, operation }: Place): SingleEdit {
  return {
    words: `no ${operation.operationId}`,
    apply: ({ paths }) => {
      delete paths[path]?.[method];
    },
    changed: [
      ...files(operation, contract, client, server, mocks),
      "contract/src/operation-table.ts",
    ],
    listing: [...indexes, compiledOf(operation)],
    isAddition: false,
  };
}

/** Whether an operation is the only one of its tag. */
export function isAlone({ operation: { tags } }: Place, places: readonly Place[]): boolean {
  const tag = typeName(tags[0] ?? "default");
  return (
    places.filter(({ operation }) => typeName(operation.tags[0] ?? "default") === tag).length === 1
  );
}
