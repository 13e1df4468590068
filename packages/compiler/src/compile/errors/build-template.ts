import type { ErrorTemplate, ProblemSource } from "@openapi-packages/runtime";
import { member, type Json } from "@openapi-packages/description/json/json";
import { isHolderWord, isListWord, sourceOf } from "./error-words.ts";
import type { Target } from "@openapi-packages/description/model/applied/applied-schemas";
import { typesOf } from "@openapi-packages/description/model/applied/keyword-values";
import {
  mergedSchema,
  type MergedSchema,
} from "@openapi-packages/description/model/applied/merged-schema";
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
  readonly #target: Target;
  readonly #declared: DeclaredMembers;
  /** The first required member that cannot be filled. */
  #obstacle: string | undefined;

  constructor(target: Target, declared: DeclaredMembers) {
    this.#target = target;
    this.#declared = declared;
  }

  /** Says in words why there is no template. */
  get obstacle(): string {
    return this.#obstacle ?? "nothing of it takes what the server has to say";
  }

  /** Returns the template of a schema; `undefined` if a required part cannot be filled. */
  build(schema: Json): ErrorTemplate | undefined {
    return this.#build(schema, { path: "", isRequired: true, isIssue: false });
  }

  #build(schema: Json, place: Place): ErrorTemplate | undefined {
    const merged = mergedSchema(this.#target, schema);
    if (merged === undefined || place.path.split("/").length > deepest) return undefined;
    const fixed = fixedValue(merged, place);
    if (fixed !== undefined) return fixed;
    const [choices, ...others] = merged.alternatives;
    if (choices !== undefined) {
      const { oneOf: _, anyOf: __, $ref: ___, allOf: ____, ...rest } = merged.keywords;
      const base = {
        ...rest,
        properties: Object.fromEntries(merged.properties),
        required: [...merged.required],
      };
      const all = others.map((anyOf) => ({ anyOf }));
      for (const choice of choices) {
        const built = this.#build({ allOf: [base, choice, ...all] }, place);
        if (built !== undefined) return built;
      }
      return undefined;
    }
    const types = typesOf(merged.schemas);
    if (types === undefined) return anyValue(place);
    for (const type of types) {
      const built = this.#ofType(type, merged, place);
      if (built !== undefined) return built;
    }
    if (!place.isRequired) return undefined;
    const fallback = member(merged.keywords, "default");
    if (fallback !== undefined) return { value: fallback };
    return types.includes("null") ? { value: null } : undefined;
  }

  #ofType(type: string, merged: MergedSchema, place: Place): ErrorTemplate | undefined {
    const declared = this.#declared.get(place.path);
    switch (type) {
      case "object":
        return this.#object(merged, place);
      case "array":
        return this.#list(merged, place, declared === "issue");
      case "string":
        return textTemplate(merged, place, declared);
      case "integer":
      case "number":
        return numberTemplate(place, declared);
      case "boolean":
        return booleanTemplate(place);
      default:
        return undefined;
    }
  }

  #object(merged: MergedSchema, place: Place): ErrorTemplate | undefined {
    const rest = member(merged.keywords, "additionalProperties");
    if (merged.properties.size === 0 && merged.required.size === 0)
      return rest === undefined || rest === true ? anyObject(place) : this.#byName(rest, place);
    const isKnown = place.isRequired || (place.name !== undefined && isHolderWord(place.name));
    if (!isKnown) return undefined;
    const names = new Set([...merged.properties.keys(), ...merged.required]);
    const hasMessage = [...names].some((name) => isMessage(name, place.isIssue));
    const isProblem = names.has("title") && (names.has("status") || names.has("detail"));
    const members = new Map<string, ErrorTemplate>();
    for (const name of names) {
      const isRequired = merged.required.has(name);
      const path = `${place.path}/${name}`;
      const own: Place = { name, path, isRequired, isIssue: place.isIssue, isProblem, hasMessage };
      // Members such as `toString` are skipped: TypeScript would confuse them with those of
      // `Object.prototype`.
      const isInherited = name in Object.prototype;
      const built = isInherited
        ? undefined
        : this.#build(
            merged.properties.get(name) ?? (rest === false ? false : (rest ?? true)),
            own,
          );
      if (built !== undefined) members.set(name, built);
      else if (isRequired) {
        this.#obstacle ??= `nothing is known of its required member ${path.slice(1).replaceAll("/", ".")}`;
        return undefined;
      }
    }
    if (!place.isRequired && ![...members.values()].some(isNews)) return undefined;
    return { members: saying(members, merged.required) };
  }

  #list(merged: MergedSchema, place: Place, isDeclared: boolean): ErrorTemplate | undefined {
    const { name, isRequired, isIssue } = place;
    const isNamed = isDeclared || (name === undefined ? !isIssue : isListWord(name));
    const least = Number(member(merged.keywords, "minItems") ?? 0);
    if (isIssue && name !== undefined) {
      // A member such as FastAPI's `loc` has the path as a list.
      const isWay = sourceOf(name, true) === "pointer";
      return isWay ? { from: "tokens" } : isRequired && least === 0 ? { value: [] } : undefined;
    }
    if (!isNamed) return isRequired && least === 0 ? { value: [] } : undefined;
    const items = member(merged.keywords, "items") ?? true;
    const each = this.#build(items, { path: `${place.path}/*`, isRequired: true, isIssue: true });
    if (each === undefined || least > 1)
      return isRequired && least === 0 ? { value: [] } : undefined;
    const most = member(merged.keywords, "maxItems");
    return {
      each,
      ...(least > 0 || name === undefined ? { isNeeded: true as const } : {}),
      ...(typeof most === "number" ? { most } : {}),
    };
  }

  /** Builds an object that maps member names to their issues, such as `errors` of ASP.NET. */
  #byName(rest: Json, place: Place): ErrorTemplate | undefined {
    if (place.name === undefined || !isListWord(place.name))
      return place.isRequired ? { members: {} } : undefined;
    const path = `${place.path}/*`;
    const below = this.#build(rest, { name: "messages", path, isRequired: true, isIssue: false });
    return below === undefined ? undefined : { byName: below };
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
