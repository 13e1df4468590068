import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import type { MadeRecord, FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { reachedBelow } from "./below.ts";
import { callerCases } from "./callers.ts";
import { Flow, isGone, isSuccess } from "../flows/flow.ts";
import { changedByOthers } from "./changes.ts";
import { deniedButShown } from "./denied.ts";
import { shownElsewhere } from "./elsewhere.ts";
import { ownAnswerCases } from "./own-answers.ts";
import { ownValueCases } from "./own-values.ts";
import {
  isRefused,
  reachedByFilters,
  reportAccess,
  type Access,
  type ReportAccess,
} from "./reach.ts";
import { exportedToOthers } from "./exported.ts";
import { foreignReferenceCases } from "./foreign-references.ts";
import { filesReached } from "./files-of-others.ts";
import { reachedByOtherReads } from "./other-reads.ts";
import { onlyList, reachedByList } from "./listed-only.ts";
import { otherKey } from "./other-key.ts";
import { repeatedBelow, repeatedByOthers, takesKeys } from "./idempotency-keys.ts";
import { writtenByOthers } from "./owner-writes.ts";
import { refusedList } from "./refused-list.ts";
import { reachedBySearch } from "./searched.ts";
import { tenantCases } from "./tenants/index.ts";
import { readByOthers } from "./together.ts";
import { reachedByViews, viewsOf, type Views } from "./views.ts";
import { resourceFlows, type ResourceFlow } from "../flows/resources.ts";

/**
 * Checks that another principal (`otherCredentials`) can neither read, list, change nor delete what the first
 * one created, nor learn of it by the status, by filters, by other members than its key, below its path, in other
 * records, or by calls at the same time: 10 requests for a resource, and at most 65 more if it is private. It counts as
 * private if the user says so, or unless both reading and listing return the other's records; where nothing lists them,
 * by what a change says; where nothing reads them, if the other's list does not have them.
 */
export function* principalCases(context: CaseContext): Generator<Case> {
  const { api, options } = context;
  const { otherCredentials, expectations } = options;
  if (otherCredentials === undefined) return;
  for (const resource of resourceFlows(api)) {
    const { create, read, name } = resource;
    const isSecured = create.operation.model.security.every((one) => Object.keys(one).length > 0);
    const isShared = expectations?.sharedResources?.includes(name) === true;
    if (!isSecured || create.operation.model.security.length === 0 || isShared) continue;
    const principalsOf = (probe: Probe): Principals =>
      new Principals(new Flow(probe, resource), new Flow(probe.as(otherCredentials), resource));
    if (read === undefined && takesKeys(resource) && create.state.path.length > 0)
      yield {
        id: `${create.operation.id}/keys-of-others`,
        operations: [create.operation],
        aims: ["403", "404"],
        run: (probe) => principalsOf(probe).verifyKeys(resource),
      };
    const views = viewsOf(api, resource);
    if (views !== undefined)
      yield {
        id: `${create.operation.id}/views-of-others`,
        operations: [create.operation, ...views.gets],
        aims: ["403", "404"],
        run: (probe) => principalsOf(probe).verifyViews(resource, views),
      };
    const shown = read ?? onlyList(resource);
    if (shown === undefined) continue;
    yield {
      id: `${create.operation.id}/other-principal`,
      operations: [create.operation, shown.operation],
      aims: ["403", "404"],
      run: (probe) =>
        read === undefined
          ? principalsOf(probe).verifyListed(resource, shown)
          : principalsOf(probe).verify(resource, read),
    };
  }
  yield* callerCases(context, otherCredentials);
  yield* foreignReferenceCases(api, otherCredentials);
  yield* ownAnswerCases(context, otherCredentials);
  yield* ownValueCases(context, otherCredentials);
  yield* tenantCases(context, otherCredentials);
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
    const listed = await this.#own.list(record);
    const list = await this.#other.list(record);
    const isRead = seen !== undefined && isSuccess(seen);
    const isListed = list !== undefined && this.#other.found(list, record).length > 0;
    const isSaidPrivate = this.#isSaidPrivate(resource);
    const refusal =
      isRead && list === undefined
        ? await refusedList(this.#own, this.#other, made, listed)
        : undefined;
    const isHidden =
      !isRead || (list !== undefined && list.isWhole && !isListed) || refusal !== undefined;
    const context: Access = { own: this.#own, other: this.#other, made, listed: list };
    const report: ReportAccess = (by, text, exchanges) =>
      this.#report(resource, by, text, exchanges);
    if (!isSaidPrivate && !isHidden) {
      if (isRead) await deniedButShown(context, read, seen, report);
      return writtenByOthers(context);
    }
    if (isRead) {
      const { status } = refusal?.response ?? {};
      const why = refusal === undefined ? "" : `, whose list is refused with ${status}`;
      this.#report(resource, read, `shows another principal's ${resource.name}${why}`, [
        exchange,
        ...(refusal === undefined ? [] : [refusal]),
        seen,
      ]);
    }
    if (resource.list !== undefined && list !== undefined && isListed)
      this.#report(resource, resource.list, `lists another principal's ${resource.name}`, [
        exchange,
        ...list.exchanges,
      ]);
    if (seen !== undefined && !isRead) await this.#learns(resource, read, record, seen);
    await reachedByFilters(context, report);
    await exportedToOthers(context, report);
    await reachedBySearch(context, report);
    // What others may read, they may also reach by other operations.
    if (seen !== undefined && isRefused(seen)) {
      await readByOthers(context, read, seen, report);
      await reachedBelow(context, read, report);
      await filesReached(context, read, report);
      await reachedByOtherReads(context, report);
      await shownElsewhere(context, report);
    }
    await repeatedByOthers(context, report);
    await changedByOthers(context, report);
  }

  /** Checks records that a list alone shows. */
  verifyListed(resource: ResourceFlow, list: FoundOperation): Promise<void> {
    const isSaidPrivate = this.#isSaidPrivate(resource);
    return reachedByList(this.#own, this.#other, list, isSaidPrivate, (by, text, exchanges) =>
      this.#report(resource, by, text, exchanges),
    );
  }

  /** Checks records that GETs below their paths alone show. */
  verifyViews(resource: ResourceFlow, views: Views): Promise<void> {
    const isSaidPrivate = this.#isSaidPrivate(resource);
    return reachedByViews(this.#own, this.#other, views, isSaidPrivate, (by, text, exchanges) =>
      this.#report(resource, by, text, exchanges),
    );
  }

  /** Checks the idempotency keys of records that no operation reads. */
  verifyKeys(resource: ResourceFlow): Promise<void> {
    return repeatedBelow({ own: this.#own, other: this.#other }, (by, text, exchanges) =>
      this.#report(resource, by, text, exchanges),
    );
  }

  #isSaidPrivate({ name }: ResourceFlow): boolean {
    return this.#own.probe.options.expectations?.privateResources?.includes(name) === true;
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
