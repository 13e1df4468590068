import { createHmac } from "node:crypto";
import { secretsEqual } from "@openapi-packages/runtime/server";

/** The methods that an address can be for. */
export type AddressMethod = "PUT" | "GET";

/** What an address stands for. */
export interface Addressed {
  readonly bucketId: string;
  readonly name: string;
}

/** Where addresses lead. */
export const contentsPath = "/contents/";

/** How long an address can be used, in milliseconds. */
const lifetime = 15 * 60_000;

/** Makes addresses that let whoever has them do one thing, for a while. */
export class SignedAddresses {
  readonly #secret: string;
  readonly #now: () => Date;

  constructor(secret: string, now: () => Date) {
    this.#secret = secret;
    this.#now = now;
  }

  /** The path and query that stand for the contents of an asset. */
  sign(method: AddressMethod, { bucketId, name }: Addressed): string {
    const path = `${contentsPath}${encodeURIComponent(bucketId)}/${encodeURIComponent(name)}`;
    const expires = String(this.#now().getTime() + lifetime);
    return `${path}?expires=${expires}&signature=${this.#signatureOf(method, path, expires)}`;
  }

  /** What a request's address stands for; `undefined` when nobody signed it, or its time is over. */
  read(method: string, address: string): Addressed | undefined {
    const [path = "", query] = address.split("?", 2);
    const parameters = new URLSearchParams(query);
    const expires = parameters.get("expires") ?? "";
    const signature = parameters.get("signature") ?? "";
    if (!secretsEqual(signature, this.#signatureOf(method, path, expires))) return undefined;
    if (Number(expires) < this.#now().getTime()) return undefined;
    const [bucketId = "", name = ""] = path.slice(contentsPath.length).split("/");
    return { bucketId: decodeURIComponent(bucketId), name: decodeURIComponent(name) };
  }

  #signatureOf(method: string, path: string, expires: string): string {
    const hmac = createHmac("sha256", this.#secret);
    return hmac.update(`${method}\n${path}\n${expires}`).digest("hex");
  }
}
