import { randomBytes } from "node:crypto";
import { Problem } from "./http.ts";
import type {
  Address,
  Invoice,
  Label,
  Parcel,
  Pickup,
  Sender,
  TrackingEvent,
  Webhook,
} from "./records.ts";

/** A record as it is answered, with what the service keeps beside it. */
export interface Kept<Value> {
  readonly account: string;
  /** Counts the records of the service: breaks ties of order. */
  readonly number: number;
  version: number;
  value: Value;
}

let lastNumber = 0;

/** The records of one kind, of all accounts. */
export class Shelf<Value extends { readonly id: string }> {
  readonly #kind: string;
  readonly #prefix: string;
  readonly #records = new Map<string, Kept<Value>>();

  constructor(kind: string, prefix: string) {
    this.#kind = kind;
    this.#prefix = prefix;
  }

  newId(): string {
    return `${this.#prefix}_${randomBytes(4).toString("hex")}`;
  }

  add(account: string, value: Value): Kept<Value> {
    lastNumber += 1;
    const kept = { account, number: lastNumber, version: 1, value };
    this.#records.set(value.id, kept);
    return kept;
  }

  of(account: string): Kept<Value>[] {
    return this.all().filter((kept) => kept.account === account);
  }

  all(): Kept<Value>[] {
    return [...this.#records.values()];
  }

  /** The account's record. Throws 404 where it has none of this id. */
  get(account: string, id: string): Kept<Value> {
    const kept = this.#records.get(id);
    if (kept?.account !== account) throw new Problem(404, `There is no such ${this.#kind}.`);
    return kept;
  }

  /** The record of this id, whoever has it. */
  peek(id: string): Kept<Value> | undefined {
    return this.#records.get(id);
  }

  remove(id: string): void {
    this.#records.delete(id);
  }
}

export const senders = new Shelf<Sender>("sender", "snd");
export const addresses = new Shelf<Address>("address", "adr");
export const parcels = new Shelf<Parcel>("parcel", "pcl");
export const events = new Shelf<TrackingEvent>("event", "evt");
export const pickups = new Shelf<Pickup>("pickup", "pck");
export const webhooks = new Shelf<Webhook>("webhook", "whk");
export const invoices = new Shelf<Invoice>("invoice", "inv");

/** The labels by the ids of their parcels. */
export const labels = new Map<string, Label>();

export const tagOf = (kept: { readonly version: number }): string => `"${String(kept.version)}"`;

/** Puts a new value in the place of the old one. */
export function change<Value>(kept: Kept<Value>, value: Value): void {
  kept.value = value;
  kept.version += 1;
}

export const now = (): string => new Date().toISOString();
