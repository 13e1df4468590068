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
 * Decodes the Content-Encoding of an answer: a server may use one if the client does not say what it accepts
 * (RFC 9110, sections 8.4 and 12.5.3). A body in an unknown coding, or one that was read in part, is not
 * changed.
 *
 * @param maxBytes the maximum size of the decoded body
 * @throws {Error} when the body is invalid in its coding, or too large
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
  // Codings are listed in the order in which they were applied.
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
