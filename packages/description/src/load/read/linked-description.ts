import { isUrl } from "./source-names.ts";

/** How the usual pages of references name their description: Redoc, Scalar, Stoplight, Swagger UI. */
const links: readonly RegExp[] = [
  /\b(?:spec-url|data-url|apiDescriptionUrl|openapi-url)\s*=\s*["']([^"'<>\s]+)["']/i,
  /["']?\b(?:url|specUrl)["']?\s*[:=]\s*["']([^"'<>\s]+\.(?:json|ya?ml)(?:\?[^"'<>\s]*)?)["']/,
  /<link\b[^>]*\brel=["'](?:service-desc|alternate)["'][^>]*\bhref=["']([^"'<>\s]+\.(?:json|ya?ml))["']/i,
];

/**
 * Returns the address of the description that a page of a reference shows, without its query.
 *
 * @param page the page's URL; for a file, only a complete address is returned
 * @returns `undefined` if the page names none
 */
export function linkedDescription(text: string, page: string): string | undefined {
  for (const link of links) {
    const [, found] = link.exec(text) ?? [];
    if (found === undefined) continue;
    const url = isUrl(page) ? URL.parse(found, page) : URL.parse(found);
    if (url !== null && isUrl(url.href)) return url.origin + url.pathname;
  }
  return undefined;
}
