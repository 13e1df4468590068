import type { MockDescription } from "@openapi-packages/mock/description";
import { buildDatedModel } from "../../compile/codecs/build-dated-model.ts";
import {
  DiagnosticsError,
  uniqueDiagnostics,
  type Diagnostic,
  type SourceLocation,
} from "@openapi-packages/description/diagnostics/diagnostics";
import { loadDocument } from "@openapi-packages/description/load/load-document";
import { pointerParts, toPointer, type Json } from "@openapi-packages/description/json/json";
import type { ReadLoadOptions } from "@openapi-packages/description/load/load-options";
import type { ApiModel, MediaType, Operation } from "@openapi-packages/description/model/api-model";
import type { ValueTypes } from "@openapi-packages/description/model/conversions/value-types";
import { withoutOverflow } from "@openapi-packages/description/diagnostics/overflow";
import { ExampleInputs, type ExampleInput } from "../answers/example-input.ts";
import { exampleWarnings } from "../answers/example-warnings.ts";
import { loadRuntime, type MockRuntime } from "./load-runtime.ts";
import { mockDescription } from "./mock-description.ts";
import { runningCallbacks } from "./running-callbacks.ts";
import { runningCodecs } from "./running-codecs.ts";

/** Options of {@link readDescription}. */
export interface ReadDescriptionOptions extends ReadLoadOptions, ValueTypes {
  /** False for a mock without state, which answers with examples only. Default: true. */
  readonly isRemembering?: boolean | undefined;
  /**
   * Called with the warnings about examples that do not conform, when an operation's answers are first
   * made.
   */
  readonly onExamplesRefused?: (warnings: () => readonly Diagnostic[]) => void;
}

/**
 * A description that was read, with what runs on it without generated files: descriptors, validators,
 * serializers and its mock.
 */
export interface Description {
  readonly model: ApiModel;
  /** The mock's description, which `createMock` takes. Most of it is made when it is first read. */
  readonly mock: MockDescription;
  /** Warnings and notes, in order. */
  readonly diagnostics: readonly Diagnostic[];
  /** Returns the source location of a JSON pointer into `model.document`. */
  locate(pointer: string): SourceLocation;
  /**
   * Converts a JSON pointer into `model.document` to one into the description as written: the request
   * variant of a schema becomes the schema itself.
   */
  writtenPointer(pointer: string): string;
  /**
   * Makes an input of an operation: the required parameters and the body, from the description's
   * examples or else from the schemas. Returns `undefined` if something required has no value.
   *
   * @param mediaType the media type of the body, as the description writes it; the first one by default
   */
  exampleInput(operation: Operation, mediaType?: string): ExampleInput | undefined;
  /**
   * Makes a value of a schema of `model.document`, from its examples if it has some; `undefined` if
   * none is found.
   */
  sample(schema: Json, name: string): Json | undefined;
  /**
   * Makes texts that match a pattern of a schema, those of a moderate length first; none if none can be
   * built.
   */
  textsOf(pattern: string): Iterable<string>;
  /** Returns the names of the members of a multipart body that are files or lists of files. */
  filesOf(media: MediaType, value: Json): readonly string[];
  /**
   * True if a value conforms to a schema of `model.document` (JSON Schema 2020-12). The schema needs no
   * compiled validator.
   */
  holds(schema: Json, value: Json): boolean;
}

/**
 * Returns a function that maps a pointer into a schema's request variant to a pointer into the schema
 * itself.
 */
function pointerBeforeVariants({ schemas }: ApiModel): (pointer: string) => string {
  const originals = new Map(schemas.map(({ name, variant }) => [name, variant?.of ?? name]));
  return (pointer) => {
    const [components, kind, name = "", ...rest] = pointerParts(pointer);
    if (components !== "components" || kind !== "schemas") return pointer;
    return toPointer([components, kind, originals.get(name) ?? name, ...rest]);
  };
}

/**
 * Reads a description (Swagger 2.0, OpenAPI 3.0, 3.1 or 3.2) for a program that runs on it, as the
 * command `mock` does.
 *
 * @param path the path or URL of the description, or `-` for standard input
 * @throws {DiagnosticsError} if the description cannot be used; it carries every cause
 */
export async function readDescription(
  path: string,
  { isRemembering, dates, int64, onExamplesRefused, ...load }: ReadDescriptionOptions = {},
  runtime?: MockRuntime,
): Promise<Description> {
  const running = runtime ?? (await loadRuntime());
  try {
    const document = await loadDocument(path, load);
    const { model, codecs, diagnostics } = buildDatedModel(document, { dates, int64 }, false);
    const all = uniqueDiagnostics([...document.diagnostics, ...diagnostics]);
    if (all.some(({ severity }) => severity === "error")) throw new DiagnosticsError(all);
    const mock = mockDescription(model, running, {
      ...(codecs && { codecOf: runningCodecs(codecs, running.conversion) }),
      isRemembering: isRemembering !== false,
      callbacks: await runningCallbacks(model, running.validation),
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
