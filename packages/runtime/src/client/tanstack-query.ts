import { isRaw } from "../media-type.ts";
import { isObject } from "../members.ts";
import type { AnyResult } from "../result.ts";
import type { ErrorOf } from "./error-of.ts";
import type { PaginationError } from "./pagination-error.ts";
import type { Call, CallInput, PageCall } from "./types.ts";

export type { ErrorOf } from "./error-of.ts";

/** The key of a query: the operation, then its input without what is undefined or empty. */
export type CallKey = readonly [operationId: string, input: CallInput];

/** The key of an infinite query. It starts with that of the query, so that both are invalidated together. */
export type PagesKey = readonly [...CallKey, "pages"];

/** Data of a query: TanStack Query knows no `undefined`, which an empty body is; it is `null` then. */
export type QueryData<Output> = undefined extends Output
  ? Exclude<Output, undefined> | null
  : Output extends void
    ? null
    : Output;

/** Says for TanStack Query what errors there are; {@link queryOptions} tells why it is always `false`. */
export type Retry<Failure> = (failureCount: number, error: Failure) => boolean;

/** The options of a query, for any of TanStack Query's frameworks. */
export interface CallQuery<Output, Failure> {
  readonly queryKey: CallKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<QueryData<Output>>;
  readonly retry: Retry<Failure>;
}

/** The way to a page: its query parameters, or a call where a link does; `null` for the first. */
export type PageParameter = object | null;

/** The options of an infinite query. */
export interface PagesQuery<Output, Failure> {
  readonly queryKey: PagesKey;
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: PageParameter;
  }) => Promise<Output>;
  readonly initialPageParam: PageParameter;
  /** A page whose link is known has to stay the very same. */
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
 * The key of a call's query: JSON, and the same for calls that send the same. Options of the call,
 * and which client makes it, are not in it: where they matter, put them in front of a key.
 *
 * @throws {TypeError} when the input holds bytes, a form or a stream: give such a query a key of its own.
 */
export function queryKey<Output>(call: Call<Output>): CallKey {
  const { operationId } = call.defer().operation;
  const input = plain(call.input, operationId);
  return [operationId, isObject(input) ? input : {}];
}

/** The common start of all keys of an operation, to invalidate them by. */
export function queryPrefix<Output>(call: Call<Output> | string): readonly [operationId: string] {
  return [typeof call === "string" ? call : call.defer().operation.operationId];
}

/**
 * Makes a call to the options of a query. The call itself is not sent: each fetch sends one like it,
 * which is aborted when its result is no longer wanted. The client retries by itself, and knows
 * which calls may be; TanStack Query does not do so again.
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

/** The calls that links lead to, by the page that came with the link. */
const linkedCalls = new WeakMap<object, object>();

/**
 * As {@link queryOptions}, for a list: page after page, as the description declares it. Where a
 * `Link` header leads on, it is not in the data: a list from a stored cache ends with what it has
 * until it is fetched again.
 */
export function infiniteQueryOptions<Item, Output, Result extends AnyResult>(
  call: PageCall<Item, Output, Result>,
): PagesQuery<Output, ErrorOf<Result> | PaginationError> {
  const { operationId, pagination } = call.operation;
  const isLinked = pagination?.style === "link";
  const at = (parameter: PageParameter): PageCall<Item, Output, Result> => {
    if (parameter === null) return call;
    if (isLinked) return parameter as PageCall<Item, Output, Result>;
    return call.with({}, { ...call.input, query: parameter }).defer();
  };
  return {
    queryKey: [...queryKey(call), "pages"],
    queryFn: async ({ pageParam, signal }) => {
      const sent = at(pageParam).with({ signal });
      const page = await sent;
      // Pages that do not lead on as declared fail here, and not while they are shown.
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

/** A value as JSON has it, without members that are undefined; empty parts of the input fall away with theirs. */
function plain(value: unknown, operationId: string, depth = 0): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map((item) => plain(item, operationId, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value.toJSON();
  if (value instanceof FormData || value instanceof URLSearchParams || isRaw(value))
    throw new TypeError(`${operationId}: an input that is no JSON has no key`);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => [name, plain(member, operationId, depth + 1)] as const)
    .filter(([, member]) => depth > 0 || !isObject(member) || Object.keys(member).length > 0);
  return Object.fromEntries(members);
}
