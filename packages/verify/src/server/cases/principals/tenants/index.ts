import type { Case, CaseContext } from "../../../../run/case.ts";
import type { Probe } from "../../../../run/probe.ts";
import type { Credentials } from "../../../../wire/write-request.ts";
import type { Exchange } from "../../../../wire/exchange.ts";
import { valueWords } from "../../../../wording/value-words.ts";
import { isDone, isGone } from "../../flows/flow.ts";
import { reportAccess } from "../reach.ts";
import {
  foreignCreation,
  ownCreation,
  sightOf,
  type ForeignCreation,
} from "./foreign-creations.ts";
import { foreignWrite, ownWrite, callAt, type ForeignWrite } from "./foreign-writes.ts";
import { learnTenants, type TenantPair } from "./learn-tenants.ts";
import { documents, isPerson, saysOwn, saysWhose } from "./ownership-words.ts";
import { tenantNames, type TenantName } from "./tenant-names.ts";

/** The most writes and creations that are tried with a name. */
const mostUses = 3;

/**
 * Writes and creates by the first principal for what is the other's, such as the team that `teamId` names in all of
 * its records: at most 6 requests for learning the values, 1 to 4 for a write or a creation, and 2 to be sure of a
 * failure.
 */
export function* tenantCases(
  { api, options }: CaseContext,
  otherCredentials: Credentials,
): Generator<Case> {
  const names = tenantNames(api, options.expectations?.sharedResources);
  const operations = names.flatMap(({ writes, creations }) => [
    ...writes.map(({ operation }) => operation),
    ...creations.map(({ flow }) => flow.create.operation),
  ]);
  const [first] = operations;
  if (first === undefined) return;
  yield {
    id: `${first.id}/other-tenant`,
    operations: [...new Set(operations)],
    aims: ["403", "404", "422"],
    run: async (probe) => {
      const other = probe.as(otherCredentials);
      const pairs = await learnTenants(
        probe,
        other,
        names.map(({ letters }) => letters),
      );
      for (const name of names) {
        const values = pairs.get(name.letters);
        if (values !== undefined) await new Tenants(probe, other, name, values).verify();
      }
    },
  };
}

/** A name by which the caller says for whom it writes, with the values of two principals. */
class Tenants {
  readonly #own: Probe;
  readonly #other: Probe;
  readonly #name: TenantName;
  readonly #values: TenantPair;
  readonly #writes: ForeignWrite[] = [];
  readonly #creations: ForeignCreation[] = [];

  constructor(own: Probe, other: Probe, name: TenantName, values: TenantPair) {
    this.#own = own;
    this.#other = other;
    this.#name = name;
    this.#values = values;
  }

  async verify(): Promise<void> {
    const { writes, creations } = this.#name;
    const value = this.#values.other;
    for (const use of writes.slice(0, mostUses)) {
      const write = await foreignWrite(this.#own, this.#other, use, value);
      if (write !== undefined) this.#writes.push(write);
    }
    for (const use of creations.slice(0, mostUses)) {
      const creation = await foreignCreation(this.#own, use, value);
      if (creation !== undefined) this.#creations.push(creation);
    }
    for (const write of this.#writes) if (write.shown.length > 0) await this.#judgeWrite(write);
    for (const creation of this.#creations) await this.#judgeCreation(creation);
  }

  async #judgeWrite(write: ForeignWrite): Promise<void> {
    const { use, sent, shown } = write;
    const isUnreadable = await this.#isRefusedToRead(write);
    if (!documents(use.operation, "403") && !isUnreadable) return;
    const isOutside =
      isUnreadable ||
      (this.#values.isOnly && saysWhose(use, this.#name.letters)) ||
      (await this.#isRefusedElsewhere());
    if (!isOutside) return;
    const value = valueWords(this.#values.other);
    const text = `changes what belongs to another principal's \`${use.parameter}\`, ${value}`;
    reportAccess({ probe: this.#own }, use.operation, text, [sent, ...shown]);
  }

  /** True if what a write changed cannot be read by who wrote it, but that at its own value can. */
  async #isRefusedToRead({ use, sent }: ForeignWrite): Promise<boolean> {
    const path = sent.input?.path ?? {};
    const seen = await callAt(this.#own, use.read, path);
    if (seen === undefined || !isRefusal(seen)) return false;
    const own = await callAt(this.#own, use.read, { ...path, [use.parameter]: this.#values.own });
    return own !== undefined && isDone(own);
  }

  /** True if another operation refuses the other's value and takes the caller's own. */
  async #isRefusedElsewhere(): Promise<boolean> {
    for (const creation of this.#creations) {
      if (!isRefusal(creation.sent) && creation.sent.response?.status !== 422) continue;
      if ((await ownCreation(this.#own, creation, this.#values.own)) !== undefined) return true;
    }
    for (const { use, sent } of this.#writes) {
      if (!isRefusal(sent)) continue;
      const own = await ownWrite(this.#own, use, sent, this.#values.own);
      if (own !== undefined && isDone(own)) return true;
    }
    return false;
  }

  async #judgeCreation(creation: ForeignCreation): Promise<void> {
    const { use, sent, record } = creation;
    if (record === undefined) return;
    const { letters } = this.#name;
    const isSaid = saysOwn(this.#own.api, use, letters);
    if (!isSaid && isPerson(letters)) return;
    const sight = await sightOf(this.#own, this.#other, { ...creation, record }, this.#values);
    const isOutside = isSaid
      ? sight.isHidden || (await this.#isRefusedElsewhere())
      : sight.isHidden && sight.isTheirs;
    if (!isOutside) return;
    const { operation } = use.flow.create;
    const value = valueWords(this.#values.other);
    const text = `creates a ${use.flow.name} for another principal's \`${use.member}\`, ${value}`;
    reportAccess({ probe: this.#own }, operation, text, [sent, ...sight.exchanges]);
  }
}

const isRefusal = (exchange: Exchange): boolean =>
  isGone(exchange) || exchange.response?.status === 403;
