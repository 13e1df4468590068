import type { EmitModel } from "../../emit-model.ts";
import type { ApiModel, Note } from "@openapi-packages/description/model/api-model";
import { referencedName } from "@openapi-packages/description/json/subschemas";
import { runtimePackage } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { convertedValues, datesSection } from "./dates-section.ts";
import { hasCodecs } from "@openapi-packages/compiler/compile/descriptors/codec-data";
import { guardName } from "../../contract/guards-file.ts";
import { hasReference } from "../reference/example-import.ts";
import { schemaValidatorName } from "../../symbols.ts";
import { markdownCode, markdownLine } from "@openapi-packages/description/text/escape";
import { markdownFile, type EmitOptions, type EmittedFile } from "../../emitted-file.ts";
import { packageName, type PackageNaming } from "../../package-names.ts";

/** Emits the contract's README. */
export function contractReadme(model: EmitModel, naming: EmitOptions): EmittedFile {
  const { openapiJson = false, allSchemaValidators = false } = naming;
  const operations = model.groups.reduce((sum, group) => sum + group.operations.length, 0);
  const [guarded] = model.guarded;
  return markdownFile("contract/README.md", [
    `# ${packageName(naming, "contract")}`,
    "",
    `The types, operations, validators and serializers of ${markdownLine(model.title)} ${markdownLine(model.version)}, which clients, servers and mocks share: ${operations} operations, ${model.schemas.length} schemas.`,
    "",
    "Every file of this package is generated from the description; change the description instead.",
    "",
    "| entry | exports |",
    "|---|---|",
    `| \`${packageName(naming, "contract")}\` | the types of schemas; the descriptor, \`…Input\` and \`…Result\` of every operation, and \`ops\`, which has these types by operationId; \`operationTable\`, \`api\` |`,
    `| \`${packageName(naming, "contract")}/api\` | \`api\` alone: security schemes, servers and the shape of errors |`,
    `| \`${packageName(naming, "contract")}/operations/<tag>\` | the operations of one tag |`,
    `| \`${packageName(naming, "contract")}/serializers\` | compiled serializers of every response: they pick the properties that the description declares |`,
    `| \`${packageName(naming, "contract")}/validators\` | compiled validators of every request and response; nothing is compiled at run time |`,
    `| \`…/validators/operations/<tag>\`, \`…/serializers/operations/<tag>\` | those of one tag, without the modules of the others |`,
    ...(model.validators.schemas.size === 0
      ? []
      : [
          `| \`${packageName(naming, "contract")}/schema-validators\` | a compiled validator of every named schema${allSchemaValidators ? "" : " that an operation uses; `allSchemaValidators` in the configuration adds the others"} |`,
        ]),
    ...(guarded === undefined
      ? []
      : [
          `| \`${packageName(naming, "contract")}/guards\` | a guard of each variant of a tagged union, such as \`${guardName(guarded.schema)}(value)\`: it checks only the tag, so it needs no validator, and narrows the types of contract and client; \`values.filter(${guardName(guarded.schema)})\`. An unknown variant matches no guard |`,
        ]),
    ...(hasCodecs(model)
      ? [
          `| \`${packageName(naming, "contract")}/codecs\` | the codecs that convert ${convertedValues(model)} in clients, servers and mocks |`,
        ]
      : []),
    ...(openapiJson
      ? [`| \`${packageName(naming, "contract")}/openapi.json\` | the description in one file |`]
      : []),
    "",
    "A descriptor states method, path, parameters, media types, security and pagination of its operation. It does not import validators and serializers, so that a client without them does not bundle them.",
    "",
    ...validatorSection(model, naming),
    ...datesSection(model, "contract"),
    ...(hasReference(naming)
      ? [
          "The reference, `dist/reference/README.md`, lists every operation; each has a page with its input, its answers and code.",
          "",
        ]
      : []),
    "[NOT-SHOWN.md](NOT-SHOWN.md) lists the places that the description leaves open, and its assumptions.",
  ]);
}

/** Writes the section about validators, with one of them as the example. */
function validatorSection(model: EmitModel, naming: PackageNaming): string[] {
  const { groups, schemas, validators } = model;
  const operations = groups.flatMap((group) => group.operations);
  const bodies = operations.flatMap(({ requestBody }) => requestBody?.content ?? []);
  const named = bodies.map(({ schema }) => referencedName(schema?.json)).find(Boolean);
  const validated = schemas.filter(({ typeName }) => validators.schemas.has(typeName));
  const schema = validated.find(({ name }) => name === named) ?? validated[0];
  if (schema === undefined) return [];
  const { typeName } = schema;
  const validator = schemaValidatorName(schema);
  const isJson = hasCodecs(model);
  const checked = isJson ? `JsonOf<${typeName}>` : typeName;
  return [
    "## Validators",
    "",
    `A validator is a type guard: it returns whether a value is of its type, and lists the problems in its \`errors\`. It is also a [Standard Schema](https://standardschema.dev), so that React Hook Form, TanStack Form, Hono, tRPC and others accept it; its issues have messages and paths. A bundle has only the validators that it imports from \`${packageName(naming, "contract")}/schema-validators\`, and what they refer to.`,
    "",
    "```ts",
    `import type { ${typeName} } from "${packageName(naming, "contract")}";`,
    `import { ${validator} } from "${packageName(naming, "contract")}/schema-validators";`,
    ...(isJson ? [`import type { JsonOf } from "${runtimePackage}";`] : []),
    "",
    `export function read(json: string): ${checked} {`,
    "  const value: unknown = JSON.parse(json);",
    `  if (${validator}(value)) return value;`,
    `  const { issues = [] } = ${validator}["~standard"].validate(value);`,
    '  throw new TypeError(issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; "));',
    "}",
    "```",
    "",
    `In tests, \`expect(value).toSatisfy(${validator})\`. Where requests and responses differ, each has a type and a validator of its own. Those of an operation are in \`${packageName(naming, "contract")}/validators\`, such as \`…Validators.body["application/json"]\` and \`…Validators.responses[200]["application/json"]\`.`,
    "",
  ];
}

/** Emits the README of a contract that only has types. */
export function typesReadme(model: ApiModel, options: EmitOptions): EmittedFile {
  const name = packageName(options, "contract");
  return markdownFile("contract/README.md", [
    `# ${name}`,
    "",
    `The types of ${markdownLine(model.title)} ${markdownLine(model.version)}: ${model.schemas.length} schemas, and the input and the result of every operation. It has no code and no dependencies.`,
    "",
    "Every file of this package is generated from the description; change the description instead.",
    "",
    "| entry | exports |",
    "|---|---|",
    `| \`${name}\` | the types of schemas; \`…Input\` and \`…Result\` of every operation |`,
    `| \`${name}/operations/<tag>\` | those of the operations of one tag |`,
  ]);
}

/**
 * Emits `NOT-SHOWN.md`: the places that the description marks with `x-not-shown` or `x-assumption`.
 */
export function notShownList({ notes }: ApiModel): EmittedFile {
  return markdownFile("contract/NOT-SHOWN.md", [
    "# What the description leaves open",
    "",
    ...section(
      "Not shown",
      "Places that are open, because their content is not known.",
      notes.filter(isKind("not-shown")),
    ),
    ...section(
      "Assumed",
      "Places where the description makes a choice.",
      notes.filter(isKind("assumption")),
    ),
  ]);
}

function isKind(kind: Note["kind"]): (note: Note) => boolean {
  return (note) => note.kind === kind;
}

function section(title: string, lead: string, notes: readonly Note[]): string[] {
  if (notes.length === 0) return [`## ${title}`, "", "Nothing.", ""];
  const rows = notes.map(({ place, text }) => `| ${markdownCode(place)} | ${markdownLine(text)} |`);
  return [`## ${title}`, "", lead, "", "| place | note |", "|---|---|", ...rows, ""];
}
