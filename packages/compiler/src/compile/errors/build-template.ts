import type { ErrorTemplate, ProblemSource } from "@openapi-packages/runtime";
import type { JsonObject } from "@openapi-packages/description/json/json";
import type { DescribedSchema } from "@openapi-packages/description/model/api-model";
import {
  composedSchema,
  type ComposedSchema,
} from "@openapi-packages/description/model/schema/composed-schema";
import {
  typedSchema,
  type ArraySchema,
  type ComponentSchemas,
  type Schema,
  type UnionSchema,
} from "@openapi-packages/description/model/schema/schema";
import { faultsInTitle, holdsFaults } from "./held-faults.ts";
import { isHolderWord, isListWord, sourceOf } from "./error-words.ts";
import {
  anyObject,
  anyValue,
  booleanTemplate,
  fixedValue,
  numberTemplate,
  textTemplate,
  type Place,
} from "./member-templates.ts";

/** The members that the description names itself, by path: `/error/text`. */
export type DeclaredMembers = ReadonlyMap<string, ProblemSource>;

/** The deepest nesting of objects that is filled. */
const deepest = 6;

/**
 * Builds the template that turns a problem into an error body of a schema. It fills members named
 * by the description (`x-common-errors`), members with well-known names, and constants. Optional
 * members that are not recognized are omitted.
 */
export class TemplateBuilder {
  readonly #types: ComponentSchemas;
  readonly #declared: DeclaredMembers;
  /** The first required member that cannot be filled. */
  #obstacle: string | undefined;

  constructor(types: ComponentSchemas, declared: DeclaredMembers) {
    this.#types = types;
    this.#declared = declared;
  }

  /** Says in words why there is no template. */
  get obstacle(): string {
    return this.#obstacle ?? "no member of it can hold the server's message";
  }

  /**
   * Returns the template of a schema; `undefined` if a required part cannot be filled. If no other member of it can hold
   * what is wrong with a request, the title does, or in problem details that are open a list `errors` beside it (RFC 9457,
   * section 3.2).
   *
   * @param isProblemJson true for the media type of problem details, whose titles do not change from one problem to the next
   */
  build(schema: DescribedSchema, isProblemJson = false): ErrorTemplate | undefined {
    const { meaning, annotations } = schema;
    const place = { path: "", isRequired: true, isIssue: false };
    const built = this.#build(meaning, place, annotations);
    if (built === undefined || holdsFaults(built)) return built;
    const isTitleDeclared = [...this.#declared.values()].includes("title");
    if (isProblemJson && "members" in built && this.#mayHaveErrors(schema))
      return { members: { ...built.members, errors: { each: { from: "issue" } } } };
    return isTitleDeclared ? built : faultsInTitle(built);
  }

  /** True if the schema declares no member `errors`, and does not forbid it. */
  #mayHaveErrors({ meaning, annotations }: DescribedSchema): boolean {
    const { parts, properties } = composedSchema(this.#types, meaning, annotations);
    const isOpen = parts.every((part) => part.kind === "object" && part.undeclared === "any");
    return isOpen && properties.every(({ name }) => name !== "errors");
  }

  #build(schema: Schema, place: Place, annotations: JsonObject = {}): ErrorTemplate | undefined {
    const composed = composedSchema(this.#types, schema, annotations);
    const parts = composed.parts.filter(({ kind }) => kind !== "unknown");
    const isImpossible = parts.some(({ kind }) => kind === "impossible");
    if (isImpossible || place.path.split("/").length > deepest) return undefined;
    if (parts.length === 0) return anyValue(place);
    const { default: fallback } = composed.annotations;
    const listed = parts.find((part) => part.kind === "enum");
    if (listed !== undefined) return fixedValue(listed.values, fallback, place);
    for (const part of parts) {
      const built = this.#ofPart(part, composed, place);
      if (built !== undefined) return built;
    }
    if (!place.isRequired) return undefined;
    if (fallback !== undefined) return { value: fallback };
    const isNullable = composed.isNullable || parts.some(({ kind }) => kind === "null");
    return isNullable ? { value: null } : undefined;
  }

  #ofPart(part: Schema, composed: ComposedSchema, place: Place): ErrorTemplate | undefined {
    const declared = this.#declared.get(place.path);
    switch (part.kind) {
      case "union":
        return this.#firstOf(part, composed, place);
      case "object":
        return this.#object(composed, place);
      case "array":
        return this.#list(part, place, declared === "issue");
      case "date":
        return textTemplate({ format: "date-time" }, place, declared);
      case "string":
        return textTemplate(part.constraints, place, declared);
      case "number":
        return numberTemplate(place, declared);
      case "boolean":
        return booleanTemplate(place);
      default:
        return undefined;
    }
  }

  /** Returns the template of the first alternative that has one; `null` is the last to be tried. */
  #firstOf(
    union: UnionSchema,
    { parts, required, annotations }: ComposedSchema,
    place: Place,
  ): ErrorTemplate | undefined {
    const others = parts.filter((part) => part !== union);
    const isNull = ({ kind }: Schema): boolean => kind === "null";
    for (const one of union.alternatives.toSorted(
      (a, b) => Number(isNull(a)) - Number(isNull(b)),
    )) {
      const schema: Schema = { kind: "intersection", parts: [...others, one] };
      const chosen: Schema = { kind: "required", schema, names: [...required] };
      const built = this.#build(chosen, place, annotations);
      if (built !== undefined) return built;
    }
    return undefined;
  }

  #object(
    { parts, properties, required }: ComposedSchema,
    place: Place,
  ): ErrorTemplate | undefined {
    if (properties.length === 0) return this.#undeclared(parts, place);
    const isKnown = place.isRequired || (place.name !== undefined && isHolderWord(place.name));
    if (!isKnown) return undefined;
    const names = new Set(properties.map(({ name }) => name));
    const hasMessage = [...names].some((name) => isMessage(name, place.isIssue));
    const isProblem = names.has("title") && (names.has("status") || names.has("detail"));
    const members = new Map<string, ErrorTemplate>();
    for (const { name, isRequired, schema, annotations } of properties) {
      const path = `${place.path}/${name}`;
      const own: Place = { name, path, isRequired, isIssue: place.isIssue, isProblem, hasMessage };
      // Members such as `toString` are skipped: TypeScript would confuse them with those of
      // `Object.prototype`.
      const isInherited = name in Object.prototype;
      const built = isInherited ? undefined : this.#build(schema, own, annotations);
      if (built !== undefined) members.set(name, built);
      else if (isRequired) {
        this.#obstacle ??= `it is not known how to fill its required member ${path.slice(1).replaceAll("/", ".")}`;
        return undefined;
      }
    }
    if (!place.isRequired && ![...members.values()].some(isNews)) return undefined;
    return { members: saying(members, required) };
  }

  #list({ items, constraints = {} }: ArraySchema, place: Place, isDeclared: boolean) {
    const { name, isRequired, isIssue } = place;
    const isNamed = isDeclared || (name === undefined ? !isIssue : isListWord(name));
    const { minItems: least = 0, maxItems: most } = constraints;
    const empty = isRequired && least === 0 ? { value: [] } : undefined;
    // A member such as FastAPI's `loc` has the path as a list.
    if (isIssue && name !== undefined)
      return sourceOf(name, true) === "pointer" ? { from: "tokens" as const } : empty;
    if (!isNamed) return empty;
    const each = this.#build(items, { path: `${place.path}/*`, isRequired: true, isIssue: true });
    if (each === undefined || least > 1) return empty;
    return {
      each,
      ...(least > 0 || name === undefined ? { isNeeded: true as const } : {}),
      ...(most === undefined ? {} : { most }),
    };
  }

  /**
   * Builds an object without declared members, such as `errors` of ASP.NET, which maps member names
   * to their issues.
   */
  #undeclared(parts: readonly Schema[], place: Place): ErrorTemplate | undefined {
    const objects = parts.filter((part) => part.kind === "object");
    const [rest] = objects.flatMap(({ additional }) => additional.map(typedSchema));
    const isOpen = objects.every(({ undeclared }) => undeclared === "any");
    if (isOpen && (rest === undefined || rest.kind === "unknown")) return anyObject(place);
    if (rest === undefined || place.name === undefined || !isListWord(place.name))
      return place.isRequired ? { members: {} } : undefined;
    const path = `${place.path}/*`;
    const own: Place = { name: "messages", path, isRequired: true, isIssue: false };
    const byName = this.#build(rest, own);
    return byName && { byName };
  }
}

const isMessage = (name: string, isIssue: boolean): boolean => {
  const source = sourceOf(name, isIssue);
  return source === "detail" || source === "message";
};

/** True if a template contains anything from the problem, not only constants. */
function isNews(template: ErrorTemplate): boolean {
  if ("members" in template) return Object.values(template.members).some(isNews);
  return !("value" in template);
}

/** True if a template contains a description of the problem in words. */
function isWords(template: ErrorTemplate): boolean {
  if ("members" in template) return Object.values(template.members).some(isWords);
  return "from" in template && ["detail", "title", "problem"].includes(template.from);
}

/**
 * Decides whether required lists may be empty: they may if another member describes the problem.
 */
function saying(
  members: ReadonlyMap<string, ErrorTemplate>,
  required: ReadonlySet<string>,
): Record<string, ErrorTemplate> {
  const hasWords = [...members.values()].some(isWords);
  return Object.fromEntries(
    [...members].map(([name, own]) => {
      if (!("each" in own) || !required.has(name)) return [name, own];
      return hasWords ? [name, { ...own, orEmpty: true }] : [name, { ...own, isNeeded: true }];
    }),
  );
}
