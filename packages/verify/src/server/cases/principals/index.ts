import type { Case, CaseContext } from "../../../run/case.ts";
import type { MadeRecord, FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { callerCases } from "./callers.ts";
import { Flow, isGone, isSuccess } from "../flows/flow.ts";
import { changedByOthers } from "./changes.ts";
import { shownElsewhere } from "./elsewhere.ts";
import { ownAnswerCases } from "./own-answers.ts";
import { ownKeyCases } from "./own-keys.ts";
import { reachedBelow, reachedByFilters, reportAccess, type ReportAccess } from "./reach.ts";
import { readByOthers, repeatedByOthers } from "./together.ts";
import { resourceFlows, type ResourceFlow } from "../flows/resources.ts";

/**
 * Checks that another principal (`otherCredentials`) can neither read, list, change nor delete what the first
 * one created, nor learn of it by the status, by filters, below its path, in other records, or by calls at the
 * same time: 10 requests for a resource, and at most 40 more if it is private. It counts as private if the user
 * says so, or unless both reading and listing return the other's records.
 */
export function* principalCases(context: CaseContext): Generator<Case> {
  const { api, options } = context;
  const { otherCredentials, expectations } = options;
  if (otherCredentials === undefined) return;
  for (const resource of resourceFlows(api)) {
    const { create, read, name } = resource;
    const isSecured = create.operation.model.security.every((one) => Object.keys(one).length > 0);
    const isShared = expectations?.sharedResources?.includes(name) === true;
    if (read !== undefined && isSecured && create.operation.model.security.length > 0 && !isShared)
      yield {
        id: `${create.operation.id}/other-principal`,
        operations: [create.operation, read.operation],
        aims: ["403", "404"],
        run: (probe) =>
          new Principals(
            new Flow(probe, resource),
            new Flow(probe.as(otherCredentials), resource),
          ).verify(resource, read),
      };
  }
  yield* callerCases(context, otherCredentials);
  yield* ownAnswerCases(context, otherCredentials);
  yield* ownKeyCases(context, otherCredentials);
}

/** Two principals, one of whom created a record. */
class Principals {
  readonly #own: Flow;
  readonly #other: Flow;

  constructor(own: Flow, other: Flow) {
    this.#own = own;
    this.#other = other;
  }

  async verify(resource: ResourceFlow, read: FoundOperation): Promise<void> {
    const made = await this.#own.create();
    if (made === undefined) return;
    const { record, exchange } = made;
    const before = await this.#own.read(record);
    if (before === undefined || !isSuccess(before)) return;
    const seen = await this.#other.read(record);
    // Fills caches, which must not answer the other one.
    if (resource.list !== undefined) await this.#own.list(record);
    const list = await this.#other.list(record);
    const isRead = seen !== undefined && isSuccess(seen);
    const isListed = list !== undefined && this.#other.found(list, record).length > 0;
    const isSaidPrivate =
      this.#own.probe.options.expectations?.privateResources?.includes(resource.name) === true;
    const isHidden = !isRead || (list !== undefined && list.isWhole && !isListed);
    if (!isSaidPrivate && !isHidden) return;
    if (isRead)
      this.#report(resource, read, `shows another principal's ${resource.name}`, [exchange, seen]);
    if (resource.list !== undefined && list !== undefined && isListed)
      this.#report(resource, resource.list, `lists another principal's ${resource.name}`, [
        exchange,
        ...list.exchanges,
      ]);
    if (seen !== undefined && !isRead) await this.#learns(resource, read, record, seen);
    const context = { own: this.#own, other: this.#other, made };
    const report: ReportAccess = (by, text, exchanges) =>
      this.#report(resource, by, text, exchanges);
    await reachedByFilters(context, report);
    // What others may read, they may also reach by other operations.
    if (seen !== undefined && isRefused(seen)) {
      await readByOthers(context, read, seen, report);
      await reachedBelow(context, read, report);
      await shownElsewhere(context, report);
    }
    await repeatedByOthers(context, report);
    await changedByOthers(context, report);
  }

  /** Checks that existing and missing records are refused alike, unless 403 is documented. */
  async #learns(
    resource: ResourceFlow,
    read: FoundOperation,
    record: MadeRecord,
    seen: Exchange,
  ): Promise<void> {
    const status = seen.response?.status;
    const isDocumented = read.operation.model.responses.some((one) => one.status === "403");
    if (status !== 403 || isDocumented) return;
    const nothing = { ...record, key: otherKey(record.key) };
    const absent = (await this.#other.on(read, nothing))?.exchange;
    if (absent === undefined || !isGone(absent)) return;
    const text = `reveals that a ${resource.name} exists: 403, but ${absent.response?.status} where there is none`;
    this.#report(resource, read, text, [seen, absent]);
  }

  #report(
    { name }: ResourceFlow,
    { operation }: Pick<FoundOperation, "operation">,
    text: string,
    exchanges: readonly Exchange[],
  ): void {
    const way = `; if others may, name ${name} in sharedResources`;
    reportAccess(this.#own, operation, text + way, exchanges);
  }
}

/** True if an answer says that a record is not there, or not for the caller. */
const isRefused = (exchange: Exchange): boolean =>
  isGone(exchange) || [401, 403].includes(exchange.response?.status ?? 0);

/** Returns an unused key of the same form: short ones are incremented or changed, long ones random. */
function otherKey(key: string): string {
  if (key.length < 16) return `${key}9071355`;
  const turned = key
    .slice(-8)
    .replaceAll(/[a-z0-9]/gi, (letter) =>
      /\d/.test(letter) ? String(9 - Number(letter)) : letter.toLowerCase() === "a" ? "b" : "a",
    );
  return key.slice(0, -8) + turned;
}
