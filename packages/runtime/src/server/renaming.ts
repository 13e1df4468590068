import type { MediaTypeDescriptor } from "../operation.ts";
import type { QueryPair } from "../parameters/query.ts";
import type { Issue } from "../validation/issues.ts";

/** Headers by lower-case name, as a request has them. */
export interface GivenHeaders {
  readonly [name: string]: string | readonly string[] | undefined;
}

/** A body that was read, not yet validated. */
export interface GivenBody {
  readonly media: MediaTypeDescriptor;
  readonly value: unknown;
  readonly isByteStream?: true;
}

/**
 * Gives the requests of clients of an earlier version the names of today, so that validators and handlers know these
 * alone. What is given by both names has to have the same value: nobody can tell which of two is meant.
 */
export interface Renaming {
  /** Query parameters or cookies. */
  pairs(location: "query" | "cookie", pairs: readonly QueryPair[], issues: Issue[]): QueryPair[];
  headers(headers: GivenHeaders, issues: Issue[]): GivenHeaders;
  /** A body, changed in its place; a stream's items as they are read. */
  body<Body extends GivenBody>(body: Body, issues: Issue[]): Body;
  /** A body of an answer, or an item of a stream, with earlier names beside today's. */
  answer(
    value: unknown,
    place: { readonly key: string | undefined; readonly mediaType: string },
  ): unknown;
}
