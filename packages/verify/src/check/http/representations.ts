import { createHash } from "node:crypto";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { headerOf } from "../../wire/wire-request.ts";
import type { Problem } from "../checks.ts";

/** A strong entity tag. A weak one may stay as it is when its content changes (RFC 9110, section 8.8.1). */
const strongTag = /^"/;

/** The most bytes of a body that are kept for a report; of a longer one, only the digest is. */
const mostKept = 64 * 1024;

/** The last answer of GET with a tag. */
interface Representation {
  readonly digest: string;
  /** The case that asked. */
  readonly by: object;
  /** `undefined` if its body is long. */
  readonly exchange: Exchange | undefined;
}

/** A problem of an answer, with the answers that show it. */
export interface FoundProblem {
  readonly problem: Problem;
  readonly exchanges: readonly Exchange[];
  /** True if one case got all of these answers: it shows the problem alone. */
  readonly isOfCase: boolean;
}

/**
 * Remembers what GET has answered in a run, to find entity tags that stay as they are when the content changes: at once, or
 * when another operation changes it.
 */
export class Representations {
  readonly #known = new Map<string, Representation>();

  /**
   * Returns what an answer shows of a tag that was given to another content, by an earlier answer to the same request.
   *
   * @param by the case that asked
   */
  problemOf(
    { model }: VerifiedOperation,
    exchange: Exchange,
    by: object,
  ): FoundProblem | undefined {
    const { request, response } = exchange;
    const { headers = [] } = response ?? {};
    const tag = headerOf(headers, "etag");
    const isWhole = response?.status === 200 && response.isWhole;
    if (request.method !== "GET" || !isWhole || tag === undefined || !strongTag.test(tag))
      return undefined;
    const sent = request.headers.filter(([name]) => !/^if-/i.test(name));
    const coded = ["content-type", "content-encoding"].map((name) => headerOf(headers, name));
    const key = JSON.stringify([request.target, sent, tag, coded]);
    const digest = createHash("sha256").update(response.body).digest("base64");
    const before = this.#known.get(key);
    const kept = response.body.length <= mostKept ? exchange : undefined;
    this.#known.set(key, { digest, by, exchange: kept });
    if (before === undefined || before.digest === digest) return undefined;
    const isOfCase = before.by === by;
    const between = isOfCase ? "" : ", after other operations were called";
    const message = `gives another content the same ETag, ${tag} (RFC 9110, section 8.8.1)${between}`;
    return {
      problem: { check: "conditional", message, pointer: model.pointer, about: "etag" },
      exchanges: before.exchange === undefined ? [exchange] : [before.exchange, exchange],
      isOfCase,
    };
  }
}
