import type { MockDescription } from "@openapi-packages/mock/description";
import { buildDatedModel } from "../../compile/codecs/build-dated-model.ts";
import {
  DiagnosticsError,
  uniqueDiagnostics,
  type Diagnostic,
  type SourceLocation,
} from "../../diagnostics.ts";
import { loadDocument } from "../../load/load-document.ts";
import { pointerParts, toPointer, type Json } from "../../json.ts";
import type { MockedLoadOptions } from "../../load/load-options.ts";
import type { ApiModel, MediaType, Operation } from "../../model/api-model.ts";
import type { DateType } from "../../model/conversions/date-types.ts";
import { withoutOverflow } from "../../overflow.ts";
import { ExampleInputs, type ExampleInput } from "../answers/example-input.ts";
import { exampleWarnings } from "../answers/example-warnings.ts";
import { loadRuntime, type MockRuntime } from "./load-runtime.ts";
import { mockDescription } from "./mock-description.ts";
import { runningCodecs } from "./running-codecs.ts";

/** Options of {@link readDescription}. */
export interface ReadDescriptionOptions extends MockedLoadOptions {
  /** False if the mock's operations answer with their examples only. Left out: it remembers. */
  readonly isRemembering?: boolean | undefined;
  /** What overrides of the mock have instead of texts. Left out: texts. */
  readonly dates?: DateType | undefined;
  /** Called with the warnings about examples that cannot be used, when an operation's answers are first needed. */
  readonly onExamplesRefused?: (warnings: () => readonly Diagnostic[]) => void;
}

/**
 * A description that was read, and what runs of it without any file being generated: descriptors,
 * validators, serializers, and its mock.
 */
export interface Description {
  readonly model: ApiModel;
  /** What its operations are at run time; `createMock` takes it. Most of it is made when it is first looked at. */
  readonly mock: MockDescription;
  /** Warnings and notes, in order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The place in the source of a JSON pointer into `model.document`. */
  locate(pointer: string): SourceLocation;
  /** A JSON pointer into `model.document` as the description has it: a schema's request variant is the schema itself. */
  writtenPointer(pointer: string): string;
  /**
   * An input of an operation: the required parameters and the body, from the description's examples, or made
   * from the schemas. `undefined` where something required has no value.
   *
   * @param mediaType that of the body, as the description writes it; left out: the first
   */
  exampleInput(operation: Operation, mediaType?: string): ExampleInput | undefined;
  /** A value of a schema of `model.document`, by its examples where it has some; `undefined` where none is found. */
  sample(schema: Json, name: string): Json | undefined;
  /** Texts that match a pattern of a schema, of a moderate length first; none where none can be built. */
  textsOf(pattern: string): Iterable<string>;
  /** The members of a value of a multipart body that are files, or lists of them. */
  filesOf(media: MediaType, value: Json): readonly string[];
  /** True if a value conforms to a schema of `model.document` (JSON Schema 2020-12), for schemas of which no validator is compiled. */
  holds(schema: Json, value: Json): boolean;
}

/** Leads back from the variants of schemas that requests have to the schemas of the description. */
function pointerBeforeVariants({ schemas }: ApiModel): (pointer: string) => string {
  const originals = new Map(schemas.map(({ name, variant }) => [name, variant?.of ?? name]));
  return (pointer) => {
    const [components, kind, name = "", ...rest] = pointerParts(pointer);
    if (components !== "components" || kind !== "schemas") return pointer;
    return toPointer([components, kind, originals.get(name) ?? name, ...rest]);
  };
}

/**
 * Reads a description (Swagger 2.0, OpenAPI 3.0, 3.1 or 3.2) for a program that runs on it, as the command `mock` does.
 *
 * @param path the description's file, its URL, or `-` for standard input
 * @throws {DiagnosticsError} when it cannot be used; it carries every cause
 */
export async function readDescription(
  path: string,
  { isRemembering, dates, onExamplesRefused, ...load }: ReadDescriptionOptions = {},
  runtime?: MockRuntime,
): Promise<Description> {
  const running = runtime ?? (await loadRuntime());
  try {
    const document = await loadDocument(path, load);
    const { model, codecs, diagnostics } = buildDatedModel(document, dates, false);
    const all = uniqueDiagnostics([...document.diagnostics, ...diagnostics]);
    if (all.some(({ severity }) => severity === "error")) throw new DiagnosticsError(all);
    const mock = mockDescription(model, running, {
      ...(codecs && { codecOf: runningCodecs(codecs, running.conversion) }),
      isRemembering: isRemembering !== false,
      onRefused: (refused) => onExamplesRefused?.(() => exampleWarnings(refused, document.locate)),
    });
    let inputs: ExampleInputs | undefined;
    const inputsOf = (): ExampleInputs => (inputs ??= new ExampleInputs(model));
    const writtenPointer = pointerBeforeVariants(model);
    return {
      model,
      mock,
      diagnostics: all,
      locate: (pointer) => document.locate(writtenPointer(pointer)),
      writtenPointer,
      exampleInput: (operation, mediaType) => inputsOf().of(operation, mediaType),
      sample: (schema, name) => inputsOf().sample(schema, name),
      textsOf: (pattern) => inputsOf().textsOf(pattern),
      filesOf: (media, value) => inputsOf().files(media, value),
      holds: (schema, value) => inputsOf().holds(schema, value),
    };
  } catch (error) {
    throw withoutOverflow(error, path);
  }
}
