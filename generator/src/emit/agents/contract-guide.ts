import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { typeScript } from "../reference/code-layout.ts";
import { exampleImport } from "../reference/example-import.ts";
import { schemaValidatorName } from "../symbols.ts";
import { hasCodecs } from "../contract/codec-data.ts";
import { findingSection, guide, mistakes, type Lines } from "./guide-parts.ts";

/** `AGENTS.md` of the contract. */
export function contractGuide(model: EmitModel, options: EmitOptions): EmittedFile {
  const [operation] = model.groups.flatMap((group) => group.operations);
  return guide(model, options, "contract", [
    ...findingSection(model, options, []),
    "## Types",
    "",
    ...(operation === undefined
      ? []
      : typeScript(
          `import type { ${operation.inputTypeName}, ${operation.resultTypeName} } from "${exampleImport(options, "contract")}";`,
          "",
          `export type Input = ${operation.inputTypeName};`,
          `export type Success = Extract<${operation.resultTypeName}, { status: 200 | 201 | 202 | 204 }>;`,
        )),
    "- Schemas have the names that they have in the description; an operation has `…Input` and `…Result`, a union by `status`. `ops` has both by operationId.",
    "- Where requests and responses of a schema differ, each has a type of its own.",
    "",
    ...validatorSection(model, options),
    ...mistakes(
      "Do not declare types of requests and responses by hand, and do not copy these: import them, with `import type`.",
      "Do not write validators or schemas of another library for what is described here.",
      "Do not import from `src/` or `dist/`; the entries are in the README.",
      `Do not take for known what ${options.layout === "folder" ? "the description marks with `x-not-shown`" : "[NOT-SHOWN.md](NOT-SHOWN.md) lists"}: it is open.`,
    ),
  ]);
}

function validatorSection(model: EmitModel, options: EmitOptions): Lines {
  const schema = model.schemas.find(({ typeName }) => model.validators.schemas.has(typeName));
  if (schema === undefined || hasCodecs(model) || options.layout === "folder") return [];
  const name = schemaValidatorName(schema);
  return [
    "## Check a value",
    "",
    ...typeScript(
      `import { ${name} } from "${exampleImport(options, "contract", "schema-validators")}";`,
      "",
      "export function read(value: unknown) {",
      `  if (${name}(value)) return value; // its type is known here`,
      `  throw new TypeError(JSON.stringify(${name}.errors));`,
      "}",
    ),
  ];
}
