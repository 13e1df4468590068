/** True if a text is an origin with a scheme and a host, such as `https://app.example`; a slash may follow. */
export function isOrigin(text: string): boolean {
  const origin = URL.canParse(text) ? new URL(text).origin : "null";
  return origin !== "null" && text.toLowerCase().replace(/\/$/, "") === origin;
}
