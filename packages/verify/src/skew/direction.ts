import type { Issue } from "@openapi-packages/runtime";
import type { CheckName } from "../check/checks.ts";
import type { VerifiedOperation } from "../description/verified-api.ts";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { Exchange } from "../wire/exchange.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import type { Revision } from "./revision.ts";

/** The client of one revision against the server of the other. */
export interface Direction {
  /** Part of the identifiers of cases: the earlier revision's client, or the later one's. */
  readonly id: "earlier-client" | "later-client";
  readonly client: Revision;
  readonly server: Revision;
}

/** A call whose answers are looked at. */
export interface AnsweredCall {
  /** The client's operation. */
  readonly operation: VerifiedOperation;
  /** The server's operation that answers it. */
  readonly counterpart: VerifiedOperation;
  readonly request: WireRequest;
  readonly input: CallInput;
}

/** A call that the client of one revision makes, and the server of the other does not answer as the client wants. */
export interface Break {
  readonly check: CheckName;
  readonly message: string;
  /** The client's operation. */
  readonly operation: VerifiedOperation;
  /** JSON pointers into the descriptions of both, each to what it says. */
  readonly clientPointer: string;
  readonly serverPointer: string;
  readonly issues: readonly Issue[];
  readonly exchange: Exchange;
}

/** The issues by which breaks are told apart: where alternatives do not hold, those within them say no more. */
export function leadingIssues(issues: readonly Issue[]): readonly Issue[] {
  const alternatives = issues.filter(({ keyword }) => /^(?:any|one)Of$/.test(keyword));
  return issues.filter(
    (one) =>
      !alternatives.some((outer) => outer !== one && one.pointer.startsWith(outer.pointer)) ||
      /^(?:any|one)Of$/.test(one.keyword),
  );
}

/** A text by which an issue is told from others: its place, whichever item of a list it is in, and its rule. */
export const issueKey = ({ in: location, pointer, keyword }: Issue): string =>
  [location, pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*"), keyword].join(" ");

/** An issue as messages name it: `body /name must be a string`. */
export const issueText = ({ in: location, pointer, keyword, message }: Issue): string =>
  location === "body"
    ? `the body${around(pointer, keyword)} ${message}`
    : `${location}.${pointer.slice(1)} ${message}`;

/** The place of an issue; of a member that is missing, the object around it. */
function around(pointer: string, keyword: string): string {
  const place = keyword === "required" ? pointer.slice(0, pointer.lastIndexOf("/")) : pointer;
  return place === "" ? "" : ` ${place}`;
}

/** The places of breaks, each with the smallest exchange that shows it. */
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
