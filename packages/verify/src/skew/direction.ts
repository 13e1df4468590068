import type { Issue } from "@openapi-packages/runtime";
import type { CheckName } from "../check/checks.ts";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { Exchange } from "../wire/exchange.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import { requestPlaceWords } from "../wording/place-words.ts";
import type { Revision } from "./revision.ts";

/** The client of one revision with the server of the other. */
export interface Direction {
  /** A part of the identifiers of cases: whose client it is. */
  readonly id: "earlier-client" | "later-client";
  readonly client: Revision;
  readonly server: Revision;
}

/** A call whose answers are tested. */
export interface AnsweredCall {
  /** The client's operation. */
  readonly operation: VerifiedOperation;
  /** The server's operation. */
  readonly counterpart: VerifiedOperation;
  readonly request: WireRequest;
  readonly input: CallInput;
}

/** A call of one revision's client that the other's server does not answer as expected. */
export interface Break {
  readonly check: CheckName;
  readonly message: string;
  /** The client's operation. */
  readonly operation: VerifiedOperation;
  /** The JSON pointers of the relevant places in both descriptions. */
  readonly clientPointer: string;
  readonly serverPointer: string;
  readonly issues: readonly Issue[];
  readonly exchange: Exchange;
}

/** Returns the issues that distinguish breaks. Issues within failed alternatives are left out. */
export function leadingIssues(issues: readonly Issue[]): readonly Issue[] {
  const alternatives = issues.filter(({ keyword }) => /^(?:any|one)Of$/.test(keyword));
  return issues.filter(
    (one) =>
      !alternatives.some((outer) => outer !== one && one.pointer.startsWith(outer.pointer)) ||
      /^(?:any|one)Of$/.test(one.keyword),
  );
}

/** Returns a key for an issue: its place with any index, and its rule. */
export const issueKey = ({ in: location, pointer, keyword }: Issue): string =>
  [location, pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*"), keyword].join(" ");

/** Formats an issue of a comparison for messages: `` `name` of the body is not described ``. */
export const issueText = ({ in: location, pointer, message }: Issue): string =>
  `${requestPlaceWords(location, pointer)} ${message}`;

/** Collects breaks by place, each with the smallest exchange that shows it. */
export class Breaks {
  readonly #found = new Map<string, Break>();

  add(key: string, found: Break): void {
    const known = this.#found.get(key);
    if (known === undefined || sizeOf(found.exchange) < sizeOf(known.exchange))
      this.#found.set(key, found);
  }

  get all(): readonly Break[] {
    return [...this.#found.values()];
  }
}

const sizeOf = ({ request, response }: Exchange): number =>
  request.target.length + (request.body?.length ?? 0) + (response?.body.length ?? 0);
