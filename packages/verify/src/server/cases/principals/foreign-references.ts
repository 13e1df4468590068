import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import type { Json } from "@openapi-packages/description";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { creatorOf, isStore, listOf } from "../../../records/effects.ts";
import { namesAnother } from "../../../records/described-references.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { resourceNamed } from "../../../records/references.ts";
import { keyLike, valuesAt, withValueAt } from "../../../records/places.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import type { Case } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Credentials } from "../../../wire/write-request.ts";
import { Flow, isDone, isSuccess } from "../flows/flow.ts";
import { resourceFlows } from "../flows/resources.ts";
import { walkList } from "../pages/walk.ts";
import { otherKey, turnedKey } from "./other-key.ts";
import { reportAccess } from "./reach.ts";

/** The most references of a resource that are tried. */
const mostReferences = 2;

/** The most pages of a list in which records are looked for. */
const mostPages = 3;

/** Members that name people, whom others may refer to, and records that are given away by a text. */
const mayBeOthers =
  /user|account|member|person|people|profile|principal|customer|contact|friend|assignee|recipient|owner|author|code|token|coupon|voucher|gift|invit|referr|link|share|parent|reply/i;

/** A member of a body that names a record. */
interface Reference {
  readonly pointer: readonly string[];
  readonly resource: string;
}

/** A record of the other principal, which is private. */
interface ForeignRecord {
  readonly key: string;
  /** What shows whose it is. */
  readonly evidence: readonly Exchange[];
  /** True if the first principal has records of that kind, too. */
  readonly hasOwn: () => Promise<boolean>;
}

/**
 * Creates and changes records that refer to a record of the other principal, where both have records of that kind and
 * neither sees the other's: accepted and shown, it is a finding, unless any key is accepted. At most 8 requests for
 * the evidence, and 6 for a reference, 3 more for a finding.
 */
export function* foreignReferenceCases(
  api: VerifiedApi,
  otherCredentials: Credentials,
): Generator<Case> {
  for (const resource of resourceFlows(api)) {
    const { operation } = resource.create;
    if (operation.model.security.length === 0) continue;
    yield {
      id: `${operation.id}/foreign-references`,
      operations: [operation],
      aims: ["4XX"],
      run: (probe) =>
        new ForeignReferences(new Flow(probe, resource), probe.as(otherCredentials)).run(),
    };
  }
}

class ForeignReferences {
  readonly #own: Flow;
  readonly #other: Probe;

  constructor(own: Flow, other: Probe) {
    this.#own = own;
    this.#other = other;
  }

  async run(): Promise<void> {
    const { create, update, replace } = this.#own.resource;
    const { records } = this.#own.probe;
    const { input } = await records.inputFor(create.operation, "new");
    if (input === undefined) return;
    await this.#stored(input);
    const shared = this.#own.probe.options.expectations?.sharedResources ?? [];
    const { name: own } = this.#own.resource;
    const others = records
      .referencesIn(create.operation, input.body)
      .filter(({ resource }) => resource !== own);
    const references = [...others, ...this.#toSame(input)].filter(
      ({ pointer, resource }) =>
        !shared.includes(resource) &&
        ![pointer.at(-1) ?? "", resource].some((name) => mayBeOthers.test(name)),
    );
    for (const reference of references.slice(0, mostReferences)) {
      const foreign = (await this.#foreign(reference.resource)) ?? (await this.#unseen(reference));
      if (foreign === undefined) continue;
      if (await this.#created(reference, foreign)) continue;
      const changes = [update, replace === create ? undefined : replace];
      for (const change of changes)
        if (change !== undefined) await this.#changed(change, reference, foreign);
    }
  }

  /** Returns the members that name another record of the same resource, whether or not they are sent. */
  #toSame(input: CallInput): Reference[] {
    const { create, name: resource } = this.#own.resource;
    const { document } = this.#own.probe.api.description.model;
    const schema = bodyMedia(create.operation, input)?.schema?.json;
    return memberNames(document, schema)
      .filter((name) => namesAnother(memberSchemas(document, schema, name), resource))
      .map((name) => ({ pointer: [name], resource }));
  }

  /** Stores an entry by PUT whose key is that of a record, such as a film of a watch list: 6 requests. */
  async #stored(input: CallInput): Promise<void> {
    const { create, name: own } = this.#own.resource;
    const { probe } = this.#own;
    const { parameter = "" } = create.state.path.at(-1) ?? {};
    const resource = isStore(create) ? resourceNamed(probe.api, parameter, own) : undefined;
    const isShared = probe.options.expectations?.sharedResources?.includes(resource ?? "") === true;
    if (resource === undefined || isShared || mayBeOthers.test(resource)) return;
    const foreign = await this.#foreign(resource);
    if (foreign === undefined) return;
    const send = (key: string): Promise<Exchange> =>
      probe.call(create.operation, { ...input, path: { ...input.path, [parameter]: key } });
    const taken = await send(foreign.key);
    if (!isDone(taken)) return;
    const absent = await send(otherKey(foreign.key));
    const { status = 0 } = absent.response ?? {};
    if (status < 400 || status >= 500 || !(await foreign.hasOwn())) return;
    const text = `takes the key of another principal's ${resource} in its path, and refuses one of nothing; if others may, name ${resource} in sharedResources`;
    reportAccess(this.#own, create.operation, text, [...foreign.evidence, taken, absent]);
  }

  /** Returns a record of the other principal that the first one does not see; `undefined` if there is none. */
  async #foreign(resource: string): Promise<ForeignRecord | undefined> {
    const { probe } = this.#own;
    const flow = resourceFlows(probe.api).find(({ name }) => name === resource);
    if (flow?.read !== undefined) {
      const [mine, theirs] = [new Flow(probe, flow), new Flow(this.#other, flow)];
      const made = await theirs.create();
      const refused = made && (await mine.read(made.record));
      if (made === undefined || refused === undefined || !isRefused(refused)) return undefined;
      const hasOwn = async (): Promise<boolean> => {
        const own = await mine.create();
        const seen = own && (await mine.read(own.record));
        return seen !== undefined && isSuccess(seen);
      };
      return { key: made.record.key, evidence: [made.exchange, refused], hasOwn };
    }
    if (creatorOf(probe.api, resource) !== undefined) return undefined;
    const list = listOf(probe.api, resource);
    if (list === undefined) return undefined;
    const [mine, theirs] = [await keysOf(probe, list), await keysOf(this.#other, list)];
    if (mine === undefined || theirs === undefined) return undefined;
    const isApart = mine.keys.length > 0 && !theirs.keys.some((key) => mine.keys.includes(key));
    const [key] = theirs.keys;
    if (!isApart || key === undefined) return undefined;
    const evidence = [...mine.exchanges, ...theirs.exchanges];
    return { key, evidence, hasOwn: () => Promise.resolve(true) };
  }

  /**
   * Returns a record of the other principal that nothing shows, for a member that names "one of your tenants". The two are not
   * one, since the other does not see what the first one creates.
   */
  async #unseen({ pointer, resource }: Reference): Promise<ForeignRecord | undefined> {
    const { probe, resource: own } = this.#own;
    const flow = resourceFlows(probe.api).find(({ name }) => name === resource);
    const isShown = flow?.read !== undefined || listOf(probe.api, resource) !== undefined;
    if (flow === undefined || isShown || !this.#isYours(pointer)) return undefined;
    const mine = await this.#own.create();
    const refused = mine && (await new Flow(this.#other, own).read(mine.record));
    if (mine === undefined || refused === undefined || !isRefused(refused)) return undefined;
    const made = await new Flow(this.#other, flow).create();
    if (made === undefined) return undefined;
    const hasOwn = async (): Promise<boolean> =>
      (await new Flow(probe, flow).create()) !== undefined;
    return { key: made.record.key, evidence: [mine.exchange, refused, made.exchange], hasOwn };
  }

  /** True if a member of the creation is described as the caller's own. */
  #isYours([name = ""]: readonly string[]): boolean {
    const { document } = this.#own.probe.api.description.model;
    const schema = bodyMedia(this.#own.resource.create.operation, {})?.schema?.json;
    return memberSchemas(document, schema, name).some(({ description }) =>
      /\b(?:one of your|of yours|your own|the caller['’]s own)\b/i.test(String(description)),
    );
  }

  /** @returns true if it was created */
  async #created(reference: Reference, foreign: ForeignRecord): Promise<boolean> {
    const { create } = this.#own.resource;
    const send = async (named: string): Promise<Exchange | undefined> => {
      const { input } = await this.#own.probe.records.inputFor(create.operation, "new");
      const referring = input && this.#referring(create, input, reference, named);
      return referring && this.#own.probe.call(create.operation, referring);
    };
    const taken = await send(foreign.key);
    if (taken === undefined || !isDone(taken)) return false;
    return this.#judge(create, reference, foreign, [taken], send);
  }

  async #changed(
    change: FoundOperation,
    reference: Reference,
    foreign: ForeignRecord,
  ): Promise<void> {
    if (!this.#own.probe.mayCall(change.operation)) return;
    const made = await this.#own.create();
    if (made === undefined) return;
    const send = async (named: string): Promise<Exchange | undefined> => {
      const { input } = await this.#own.probe.records.inputFor(change.operation, made.record);
      const referring = input && this.#referring(change, input, reference, named);
      return referring && this.#own.probe.call(change.operation, referring);
    };
    const taken = await send(foreign.key);
    if (taken === undefined || !isDone(taken)) return;
    const read = await this.#own.read(made.record);
    const steps = [made.exchange, taken, ...(read === undefined ? [] : [read])];
    await this.#judge(change, reference, foreign, steps, send);
  }

  /** Reports a reference that the last answer shows, unless one to nothing is accepted as well. */
  async #judge(
    by: FoundOperation,
    { pointer, resource }: Reference,
    { key, evidence, hasOwn }: ForeignRecord,
    steps: readonly Exchange[],
    send: (named: string) => Promise<Exchange | undefined>,
  ): Promise<boolean> {
    const last = steps.at(-1);
    const shown = last === undefined ? undefined : this.#own.shown(by, last);
    const name = pointer.at(-1)?.replace(/_?ids?$/i, "") ?? "";
    // A record may be shown in place of its key.
    const places = [pointer, [...pointer.slice(0, -1), name, "id"]];
    const isShown = places
      .flatMap((place) => valuesAt(shown, place))
      .some((one) => String(one) === key);
    if (!isShown) return false;
    const absent = (await send(otherKey(key))) ?? (await send(turnedKey(key)));
    const { status = 0 } = absent?.response ?? {};
    if (absent === undefined || status < 400 || status >= 500) return false;
    if (!(await hasOwn())) return false;
    const text = `takes a reference to another principal's ${resource} in \`${pointer.join(".")}\`, and refuses one to nothing; if others may, name ${resource} in sharedResources`;
    reportAccess(this.#own, by.operation, text, [...evidence, ...steps, absent]);
    return true;
  }

  /** Returns an input that names a record; `undefined` if it cannot. Of a change, nothing else is sent if it may be. */
  #referring(
    { operation }: FoundOperation,
    input: CallInput,
    { pointer }: Reference,
    key: string,
  ): CallInput | undefined {
    const { description } = this.#own.probe.api;
    const schema = bodyMedia(operation, input)?.schema?.json;
    const [name = ""] = pointer;
    if (schema === undefined || !isObject(input.body)) return undefined;
    const [known] = valuesAt(input.body, pointer);
    const bodies = [key, keyLike(0, key)]
      .filter(
        (value) => value !== undefined && (known === undefined || typeof known === typeof value),
      )
      .flatMap((value): unknown[] => {
        const isMember = pointer.length === 1;
        const alone = isMember ? [{ [name]: value }] : [];
        const whole =
          isMember || known !== undefined ? [withValueAt(input.body, pointer, value)] : [];
        const isPatch = operation.model.method === "PATCH";
        return isPatch ? [...alone, ...whole] : whole;
      });
    const body = bodies.find((one) => description.holds(schema, one as Json));
    return body === undefined ? undefined : { ...input, body };
  }
}

const isRefused = ({ response }: Exchange): boolean =>
  [403, 404, 410].includes(response?.status ?? 0);

/** Returns the keys of the records that a principal sees in a list; `undefined` if it does not see all pages. */
async function keysOf(
  probe: Probe,
  list: FoundOperation,
): Promise<
  { readonly keys: readonly string[]; readonly exchanges: readonly Exchange[] } | undefined
> {
  const { input } = await probe.records.inputFor(list.operation, false);
  if (input === undefined || Object.keys(input.path ?? {}).length > 0) return undefined;
  const walk = await walkList(probe, list.operation, input, mostPages);
  if (!walk.isWhole || !walk.exchanges.every(isSuccess)) return undefined;
  const { key = "id" } = probe.api.description.mock.state?.resources[list.state.resource] ?? {};
  const keys = walk.items.flatMap((item) => {
    const own = isObject(item) ? item[key] : undefined;
    return typeof own === "string" || typeof own === "number" ? [String(own)] : [];
  });
  return { keys, exchanges: walk.exchanges };
}
