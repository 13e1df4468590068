import { isRaw } from "../media-type.ts";
import { isObject } from "../members.ts";
import type { AnyResult } from "../result.ts";
import type { ErrorOf, Unanswered } from "./error-of.ts";
import type { PaginationError } from "./pagination-error.ts";
import type { Call, CallInput, PageCall } from "./types.ts";

export type { ErrorOf, Unanswered } from "./error-of.ts";

/** The key of a query: the operationId, then the input without `undefined` and empty parts. */
export type CallKey = readonly [operationId: string, input: CallInput];

/**
 * The key of an infinite query. It starts with the key of the query, so that both are invalidated together.
 */
export type PagesKey = readonly [...CallKey, "pages"];

/**
 * The types of the data and the errors that belong to a key. No key has this member. A project extends the interface
 * by the `DataTag` of its TanStack Query, whose symbols no other copy has: then `getQueryData(queryKey)` has its type.
 */
export interface KeyTag<Data, Failure> {
  readonly "~types"?: readonly [data: Data, failure: Failure];
}

/** The data of a query. An empty body becomes `null`, because TanStack Query does not accept `undefined`. */
export type QueryData<Output> = undefined extends Output
  ? Exclude<Output, undefined> | null
  : Output extends void
    ? null
    : Output;

/** The key of a query, with the types of its data and its errors. */
export type TaggedKey<Output, Failure> = CallKey & KeyTag<QueryData<Output>, Failure>;

/** The data of an infinite query. */
export interface PagesData<Output> {
  pages: Output[];
  pageParams: PageParameter[];
}

/**
 * A `retry` function, which tells TanStack Query the type of errors. It always returns `false`; see {@link
 * queryOptions}.
 */
export type Retry<Failure> = (failureCount: number, error: Failure) => boolean;

/** The options of a query, for every framework of TanStack Query. */
export interface CallQuery<Output, Failure> {
  readonly queryKey: TaggedKey<Output, Failure>;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<QueryData<Output>>;
  readonly retry: Retry<Failure>;
}

/** A page parameter: query parameters, or the call of a linked page. `null` for the first page. */
export type PageParameter = object | null;

/** The options of an infinite query. */
export interface PagesQuery<Output, Failure> {
  readonly queryKey: PagesKey & KeyTag<PagesData<Output>, Failure>;
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: PageParameter;
  }) => Promise<Output>;
  readonly initialPageParam: PageParameter;
  /** False for linked pages, because their calls are stored by the identity of the page. */
  readonly structuralSharing: boolean;
  readonly getNextPageParam: (
    lastPage: Output,
    allPages: Output[],
    lastPageParam: PageParameter,
  ) => PageParameter | undefined;
  readonly retry: Retry<Failure>;
}

/** The options of a mutation. */
export interface CallMutation<Variables, Output, Failure> {
  readonly mutationFn: (variables: Variables) => Promise<Output>;
  readonly retry: Retry<Failure>;
}

/**
 * Returns the key of a call's query. It is JSON, and equal for calls that send the same. The client and the
 * options of the call are not part of it: where they matter, put them before the key.
 *
 * @throws {TypeError} when the input contains bytes, a form or a stream: such a query needs a key of its
 * own.
 */
export function queryKey<Output, Result extends AnyResult>(
  call: Call<Output, Result>,
): TaggedKey<Output, ErrorOf<Result>> {
  const { operationId } = call.defer().operation;
  const input = plain(call.input, operationId);
  const key: CallKey = [operationId, isObject(input) ? input : {}];
  return key as TaggedKey<Output, ErrorOf<Result>>;
}

/** Returns the common prefix of all keys of an operation, to invalidate its queries. */
export function queryPrefix<Output>(call: Call<Output> | string): readonly [operationId: string] {
  return [typeof call === "string" ? call : call.defer().operation.operationId];
}

/**
 * Turns a call into the options of a query. The call itself is not sent: each fetch sends a copy, which is
 * aborted when its result is no longer wanted. TanStack Query does not retry, because the client does and
 * knows which calls are safe to repeat.
 */
export function queryOptions<Output, Result extends AnyResult>(
  call: Call<Output, Result>,
): CallQuery<Output, ErrorOf<Result>> {
  return {
    queryKey: queryKey(call),
    queryFn: async ({ signal }) => ((await call.with({ signal })) ?? null) as QueryData<Output>,
    retry: never,
  };
}

/** The calls of next pages that came with a `Link` header, by the page before. */
const linkedCalls = new WeakMap<object, object>();

/**
 * As {@link queryOptions}, for the pages of a list, as the description declares them. The address in a
 * `Link` header is not part of the data: a list from a stored cache ends with its stored pages until it is
 * fetched again.
 */
export function infiniteQueryOptions<Item, Output, Result extends AnyResult>(
  call: PageCall<Item, Output, Result>,
): PagesQuery<Output, ErrorOf<Result> | Unanswered<PaginationError>> {
  const { operationId, pagination } = call.operation;
  const isLinked = pagination?.style === "link";
  const at = (parameter: PageParameter): PageCall<Item, Output, Result> => {
    if (parameter === null) return call;
    if (isLinked) return parameter as PageCall<Item, Output, Result>;
    return call.with({}, { ...call.input, query: parameter }).defer();
  };
  type Failure = ErrorOf<Result> | Unanswered<PaginationError>;
  const start: CallKey = queryKey(call);
  const key: PagesKey = [...start, "pages"];
  return {
    queryKey: key as PagesKey & KeyTag<PagesData<Output>, Failure>,
    queryFn: async ({ pageParam, signal }) => {
      const sent = at(pageParam).with({ signal });
      const page = await sent;
      // Here a page that contradicts its pagination fails the fetch, not a later render.
      const next = sent.after(page);
      if (isLinked && next) linkedCalls.set(page as object, next);
      return page;
    },
    initialPageParam: null,
    structuralSharing: !isLinked,
    getNextPageParam: (lastPage, _allPages, lastPageParam) => {
      if (isLinked) return linkedCalls.get(lastPage as object);
      const next = at(lastPageParam).after(lastPage);
      return next && (plain(next.input.query, operationId) as object);
    },
    retry: never,
  };
}

/**
 * The options of a mutation whose variables are the input of the operation:
 * `mutationOptions(api.pets.createPet)`.
 *
 * @param run a method of a client, or a function that makes the call.
 */
export function mutationOptions<Variables, Output, Result extends AnyResult>(
  run: (variables: Variables) => Call<Output, Result>,
): CallMutation<Variables, Output, ErrorOf<Result>> {
  return { mutationFn: async (variables) => run(variables), retry: never };
}

const never = (): boolean => false;

/** Converts a value to JSON without `undefined` members. Empty parts of the input are left out. */
function plain(value: unknown, operationId: string, depth = 0): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map((item) => plain(item, operationId, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value.toJSON();
  if (value instanceof FormData || value instanceof URLSearchParams || isRaw(value))
    throw new TypeError(`${operationId}: an input that is not JSON has no key`);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => [name, plain(member, operationId, depth + 1)] as const)
    .filter(([, member]) => depth > 0 || !isObject(member) || Object.keys(member).length > 0);
  return Object.fromEntries(members);
}
