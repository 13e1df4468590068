import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from "node:zlib";
import { headerOf, type WireResponse } from "./wire-request.ts";

type Decode = (body: Uint8Array, options: ZlibOptions) => Promise<Uint8Array>;

const decoders: Readonly<Record<string, Decode>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/**
 * An answer with its body as it was before Content-Encoding: a server may encode it for a client that does not say what
 * it takes (RFC 9110, sections 8.4 and 12.5.3). One in a coding that is not known stays as it is, as does what was not
 * read whole.
 *
 * @param maxBytes the most that a body may be when decoded
 * @throws {Error} when the body is not in the coding that it names, or is longer
 */
export async function decodeContent(
  response: WireResponse,
  maxBytes: number,
): Promise<WireResponse> {
  const codings = (headerOf(response.headers, "content-encoding") ?? "")
    .split(",")
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== "" && one !== "identity");
  if (codings.length === 0 || !response.isWhole || response.body.length === 0) return response;
  let { body } = response;
  // The last that was applied comes last.
  for (const coding of codings.toReversed()) {
    const decode = decoders[coding];
    if (decode === undefined) return response;
    try {
      body = new Uint8Array(await decode(body, { maxOutputLength: maxBytes }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`its body is not ${coding}, as Content-Encoding says: ${reason}`, {
        cause: error,
      });
    }
  }
  return { ...response, body };
}
