import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { sentencesOf } from "../../../description/said.ts";

const ofUpload =
  /\b(?:content|media|mime)[- ]?type\b.{0,40}?\b(?:(?:of|at|with|from|in) (?:the |its |an? )?(?:upload|uploaded (?:file|content)|original(?: file)?)\b|(?:was|were) (?:uploaded|sent)\b)|\b(?:content|media|mime)[- ]?type of (?:the|its|an?) (?!answer|body|request|response)[a-z-]+\b|\boriginal (?:content|media|mime)[- ]?type\b/i;

/** Words of sentences about other types, or about a condition. */
const otherwise =
  /\b(?:no|not|never|without|unless|except|regardless|whatever|ignor\w*|always|may|might|can|could|must|if|where|when|detect\w*|deriv\w*|convert\w*|depend\w*|limit\w*|checked)\b/i;

/** True if a sentence of a download says that a file has the media type with which it was uploaded. */
export function keepsType({ model }: VerifiedOperation): boolean {
  const success = model.responses.find(({ status }) => status === "200");
  const header = success?.headers.find(({ name }) => name.toLowerCase() === "content-type");
  const texts = [model.summary, model.description, success?.description, header?.description];
  return sentencesOf(...texts).some((one) => ofUpload.test(one) && !otherwise.test(one));
}

/** A type that bytes and the name of a file tell, too. */
const anyType = "application/pdf";

/**
 * Returns a media type that no upload names, for one that takes any, and of which the download has each file with its own;
 * `undefined` without them.
 *
 * @param allowed the types that the upload allows, or the range of all
 */
export function impliedType(
  download: VerifiedOperation,
  allowed: string | undefined,
): string | undefined {
  const isAny = allowed === undefined || allowed.trim() === "*/*";
  return isAny && keepsType(download) && answersType(download, anyType) ? anyType : undefined;
}

/** True if a download may answer a media type: by its name, or, if a sentence says that types are kept, by a range such as `image/*`. */
export function answersType(operation: VerifiedOperation, type: string): boolean {
  const { responses } = operation.model;
  const ranges = [type, ...(keepsType(operation) ? [type.replace(/\/.*/, "/*"), "*/*"] : [])];
  return responses.some(
    ({ status, content }) =>
      status.startsWith("2") && content.some(({ mediaType }) => ranges.includes(mediaType)),
  );
}
