import type { PaginationDescriptor } from "@openapi-packages/runtime";
import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, pointerParts } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { applicableSchemas, schemaAt } from "../../../schema/members.ts";
import { sentencesOf } from "../../../description/said.ts";
import { endsWithoutLink } from "./next-link.ts";

/** How a list is asked for in parts. */
export interface ListPages {
  /** As `x-pagination` declares, else as its parameters and members tell. */
  readonly pagination: PaginationDescriptor;
  /** The parameter for the page size. */
  readonly size: SizeParameter | undefined;
  /** False if only a size can be asked for, and no later part. */
  readonly isFollowed: boolean;
  /**
   * The number of the first page, if it has to be sent; `unknown` if neither the parameter nor the answer tells
   * how pages are counted.
   */
  readonly first: number | "unknown" | undefined;
  /** True if the description says that the last page has no cursor, or no number of a next page. */
  readonly endsWithoutCursor: boolean;
  /** True if it says that the last page has no link to a next one. */
  readonly endsWithoutLink: boolean;
}

/** The parameter for the page size. */
export interface SizeParameter {
  readonly name: string;
  readonly default: number | undefined;
  readonly maximum: number | undefined;
  /** True if the description allows a size. */
  allows(size: number): boolean;
}

/** Returns how an operation's list is paged; `undefined` if nothing is known of pages. */
export function listPages(api: VerifiedApi, operation: VerifiedOperation): ListPages | undefined {
  const state = api.description.mock.state?.operations[operation.id];
  const list = state?.kind === "list" ? state : undefined;
  const declared = operation.mock.operation.pagination;
  const pagination = declared ?? list?.pages;
  if (pagination === undefined) return undefined;
  const request: Readonly<Record<string, string | undefined>> = pagination.request ?? {};
  return {
    pagination,
    size: sizeParameter(operation, request["pageSize"] ?? request["limit"]),
    isFollowed: request["offset"] !== "",
    first: declared === undefined ? firstOf(operation, pagination, list?.firstPage) : undefined,
    endsWithoutCursor: endsWithoutCursor(api, operation, pagination),
    endsWithoutLink: endsWithoutLink(operation),
  };
}

/** Words for a cursor, or the number of a page, that is not there, near words for the end: "null on the last page", "left out if there are no more". */
const withoutCursor =
  /\b(?:null|absent|omitted|missing|left out|not (?:present|there|set|given|returned))\b/i;
const atTheEnd =
  /\b(?:last|final|end|no (?:more|further|next|newer|older|earlier|later|other)|nothing (?:more|follows|remains|is left))\b/i;

/** Words for a cursor that is there only if something follows: "is set only if more orders follow". */
const onlyIfMore =
  /\b(?:present|there|set|given|returned|included|sent|appears?|exists?)\b.*\b(?:only|exactly) (?:if|when|where|while|as long as)\b.*\b(?:more|further|another|follows?|remains?|left)\b/i;

function endsWithoutCursor(
  api: VerifiedApi,
  { model }: VerifiedOperation,
  { style, response }: PaginationDescriptor,
): boolean {
  const next =
    style === "cursor" ? response.nextCursor : style === "page" ? response.nextPage : undefined;
  if (next === undefined) return false;
  const { document, description: info } = api.description.model;
  const success = model.responses.find(({ status }) => status.startsWith("2"));
  const body = success?.content.find(({ kind }) => kind === "json")?.schema?.json;
  const pointer = pointerParts(next);
  const own = applicableSchemas(document, schemaAt(document, body, pointer)).flatMap(
    ({ description }) => (typeof description === "string" ? sentencesOf(description) : []),
  );
  const others = sentencesOf(info, model.description, success?.description).filter((sentence) =>
    sentence.includes(pointer.at(-1) ?? ""),
  );
  return [...own, ...others].some(
    (sentence) =>
      (withoutCursor.test(sentence) && atTheEnd.test(sentence)) || onlyIfMore.test(sentence),
  );
}

/** Returns the input of a list with the largest pages, to save requests, unless it has a size already. */
export function withLargePages(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
): CallInput {
  const { name, maximum } = listPages(api, operation)?.size ?? {};
  if (name === undefined || maximum === undefined || maximum > 1000) return input;
  return { ...input, query: { [name]: maximum, ...input.query } };
}

function firstOf(
  operation: VerifiedOperation,
  { style, request, response }: PaginationDescriptor,
  first: number | undefined,
): ListPages["first"] {
  if (style !== "page" || "page" in response) return undefined;
  if (first !== undefined) return first;
  const parameter = queryParameter(operation, request.page);
  const { json: schema } = parameter?.schema ?? {};
  const isTold = isObject(schema) && ["default", "minimum"].some((keyword) => keyword in schema);
  return isTold || parameter?.example !== undefined ? undefined : "unknown";
}

function sizeParameter(
  operation: VerifiedOperation,
  name: string | undefined,
): SizeParameter | undefined {
  const parameter = name === undefined ? undefined : queryParameter(operation, name);
  if (parameter === undefined) return undefined;
  const numberOf = (keyword: string): number | undefined => {
    const { json: schema } = parameter.schema;
    const value = isObject(schema) ? schema[keyword] : undefined;
    return typeof value === "number" ? value : undefined;
  };
  const maximum = numberOf("maximum");
  const least = Math.max(1, numberOf("minimum") ?? 1);
  return {
    name: parameter.name,
    default: numberOf("default"),
    maximum,
    allows: (size) => size >= least && size <= (maximum ?? 100),
  };
}

const queryParameter = (
  { model }: VerifiedOperation,
  name: string,
): VerifiedOperation["model"]["parameters"][number] | undefined =>
  model.parameters.find((one) => one.in === "query" && one.name === name);
