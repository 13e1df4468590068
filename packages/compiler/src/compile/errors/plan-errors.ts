import type { ErrorFill, ErrorTemplate, ProblemSource } from "@openapi-packages/runtime";
import { objectMember, toPointer } from "@openapi-packages/description/json/json";
import type {
  ApiModel,
  DescribedSchema,
  MediaType,
  Operation,
  OperationResponse,
} from "@openapi-packages/description/model/api-model";
import { composedSchema } from "@openapi-packages/description/model/schema/composed-schema";
import type { ValidatorNames } from "../validators/validator-compiler.ts";
import { TemplateBuilder, type DeclaredMembers } from "./build-template.ts";
import { refusalStatuses } from "./error-words.ts";
import { sampleBody } from "./sample-body.ts";

/** The validators that error bodies must pass: those of all operations, or compiled on demand. */
export interface ErrorValidators {
  readonly operations: { get(operation: Operation): ValidatorNames | undefined };
  accepts(name: string, value: unknown): boolean;
}

/** A documented error body and the template that fills it. */
export interface PlannedError extends ErrorFill {
  /** The schema's name in the description; `undefined` for a schema without a name. */
  readonly schema: string | undefined;
}

/** An error schema that cannot be filled. */
export interface UnfilledError {
  readonly pointer: string;
  /** The schema's name, or its place in words: `getPet, 404`. */
  readonly of: string;
  readonly reason: string;
}

/** A template, or the reason why there is none. */
interface Built {
  readonly template: ErrorTemplate | undefined;
  readonly reason: string;
}

/**
 * Plans how a server fills the error bodies that operations document for the statuses of its own
 * refusals.
 */
export class ErrorPlanner {
  readonly #model: ApiModel;
  readonly #validators: ErrorValidators;
  /** The templates built so far, by validator and statuses. */
  readonly #built = new Map<string, Built>();
  readonly #unfilled = new Map<string, UnfilledError>();

  constructor(model: ApiModel, validators: ErrorValidators) {
    this.#model = model;
    this.#validators = validators;
  }

  /** The error schemas of the planned operations that cannot be filled, each once. */
  get unfilled(): readonly UnfilledError[] {
    return [...this.#unfilled.values()];
  }

  /**
   * Returns the error bodies that an operation documents for refusals, by status as written in the
   * description.
   */
  of(operation: Operation): ReadonlyMap<string, PlannedError> {
    const planned = new Map<string, PlannedError>();
    for (const response of operation.responses) {
      const statuses = statusesOf(response, operation.responses);
      const fill = statuses.length === 0 ? undefined : this.#fill(operation, response, statuses);
      if (fill !== undefined) planned.set(response.status, fill);
    }
    return planned;
  }

  #fill(
    operation: Operation,
    response: OperationResponse,
    statuses: readonly number[],
  ): PlannedError | undefined {
    const names = this.#validators.operations.get(operation)?.responses.get(response.status);
    const usable = response.content.filter(isUsable);
    for (const media of usable) {
      const name = names?.get(media.mediaType);
      const { schema } = media;
      if (schema === undefined) continue;
      const { template } = this.#template(media, schema, name, statuses);
      const type = concrete(media.mediaType);
      if (template !== undefined && type !== undefined)
        return { mediaType: media.mediaType, template, schema: nameOf(schema) };
    }
    const [first] = usable;
    if (first?.schema !== undefined) {
      const name = names?.get(first.mediaType);
      const { reason } = this.#template(first, first.schema, name, statuses);
      this.#report(first.schema, `${operation.id}, ${response.status}`, reason);
    }
    return undefined;
  }

  #report(schema: DescribedSchema, of: string, reason: string): void {
    const name = nameOf(schema);
    const pointer =
      name === undefined ? schema.pointer : toPointer(["components", "schemas", name]);
    if (!this.#unfilled.has(pointer))
      this.#unfilled.set(pointer, { pointer, of: name ?? of, reason });
  }

  #template(
    { mediaType }: MediaType,
    schema: DescribedSchema,
    name: string | undefined,
    statuses: readonly number[],
  ): Built {
    const isProblemJson = /^application\/problem\+json\b/i.test(mediaType);
    const key = `${name} ${name === undefined ? schema.pointer : ""} ${statuses.join()} ${isProblemJson}`;
    const known = this.#built.get(key);
    if (known !== undefined) return known;
    const built = this.#build(schema, name, statuses, isProblemJson);
    this.#built.set(key, built);
    return built;
  }

  #build(
    schema: DescribedSchema,
    name: string | undefined,
    statuses: readonly number[],
    isProblemJson: boolean,
  ): Built {
    const builder = new TemplateBuilder(this.#model.types, declaredMembers(this.#model, schema));
    const built = builder.build(schema, isProblemJson);
    if (built === undefined) return { template: built, reason: builder.obstacle };
    // A body without a structure uses the common errors.
    const isAnything = "from" in built && built.from === "problem";
    const template = (isAnything ? commonTemplate(this.#model) : undefined) ?? built;
    const bodies = statuses.flatMap((status) =>
      ([0, 1] as const).map((findings) => sampleBody(template, status, findings)),
    );
    const isAccepted =
      name === undefined || bodies.every((body) => this.#validators.accepts(name, body));
    if (isAccepted) return { template, reason: "" };
    return {
      template: undefined,
      reason: "the filled members do not match the schema as a whole",
    };
  }
}

/**
 * Returns the template of `x-common-errors`; `undefined` if there are none, or if a required member
 * cannot be filled.
 */
export function commonTemplate(model: ApiModel): ErrorTemplate | undefined {
  const schema = model.commonErrors?.schema;
  return schema && new TemplateBuilder(model.types, declaredMembers(model, schema)).build(schema);
}

const isUsable = ({ kind, stream, mediaType, schema }: MediaType): boolean =>
  stream === undefined &&
  (kind === "json" || (kind === "text" && /^text\/(plain|\*)$/i.test(mediaType))) &&
  schema !== undefined;

/** Returns the media type of the body; `undefined` if it has parameters. */
const concrete = (mediaType: string): string | undefined =>
  mediaType.includes(";") ? undefined : mediaType;

/** Returns the statuses of the server's own refusals that a documented status covers. */
function statusesOf(
  { status }: OperationResponse,
  responses: readonly OperationResponse[],
): readonly number[] {
  const documented = new Set(responses.map((one) => one.status));
  const isExact = (one: number): boolean => documented.has(String(one));
  const range = (one: number): string => `${String(one).charAt(0)}XX`;
  if (status === "default")
    return refusalStatuses.filter((one) => !isExact(one) && !documented.has(range(one)));
  if (status.endsWith("XX"))
    return refusalStatuses.filter((one) => range(one) === status && !isExact(one));
  return refusalStatuses.filter((one) => String(one) === status);
}

/** True if a documented status covers a status with which the server itself refuses requests. */
export const coversRefusal = (
  response: OperationResponse,
  responses: readonly OperationResponse[],
): boolean => statusesOf(response, responses).length > 0;

const nameOf = ({ meaning }: DescribedSchema): string | undefined =>
  meaning.kind === "reference" ? meaning.name : undefined;

/** Maps the member roles of `x-common-errors` to their sources. */
export const errorRoles: ReadonlyMap<string, ProblemSource> = new Map([
  ["code", "code"],
  ["issues", "issue"],
  ["message", "detail"],
  ["detail", "detail"],
  ["title", "title"],
  ["status", "status"],
  ["type", "type"],
  ["instance", "instance"],
  ["requestId", "requestId"],
]);

/** Returns the members that the description names for this schema, or for the common errors. */
function declaredMembers(
  { commonErrors, types }: ApiModel,
  { meaning, annotations: own }: DescribedSchema,
): DeclaredMembers {
  const { annotations } = composedSchema(types, meaning, own);
  const members = objectMember(annotations["x-common-errors"], "members");
  const names = Object.entries(members ?? commonErrors?.members ?? {});
  return new Map(
    names.flatMap(([role, name]) => {
      const source = errorRoles.get(role);
      if (source === undefined || typeof name !== "string") return [];
      return [[name.startsWith("/") ? name : `/${name}`, source] as const];
    }),
  );
}
