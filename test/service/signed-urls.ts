import { createHmac } from "node:crypto";
import { secretsEqual } from "@openapi-packages/runtime/server";

/** The methods that a URL can be signed for. */
export type SignedMethod = "PUT" | "GET";

/** The asset of a signed URL. */
export interface AssetLocation {
  readonly bucketId: string;
  readonly name: string;
}

/** The path prefix of signed URLs. */
export const contentsPath = "/contents/";

/** The time until a signed URL expires, in milliseconds. */
const lifetime = 15 * 60_000;

/** Creates and verifies URLs that allow one method on one asset until they expire. */
export class SignedUrls {
  readonly #secret: string;
  readonly #now: () => Date;

  constructor(secret: string, now: () => Date) {
    this.#secret = secret;
    this.#now = now;
  }

  /** Creates the signed path and query for the contents of an asset. */
  sign(method: SignedMethod, { bucketId, name }: AssetLocation): string {
    const path = `${contentsPath}${encodeURIComponent(bucketId)}/${encodeURIComponent(name)}`;
    const expires = String(this.#now().getTime() + lifetime);
    return `${path}?expires=${expires}&signature=${this.#signatureOf(method, path, expires)}`;
  }

  /** Verifies a request's path and query; `undefined` if the signature is invalid or has expired. */
  read(method: string, url: string): AssetLocation | undefined {
    const [path = "", query] = url.split("?", 2);
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
