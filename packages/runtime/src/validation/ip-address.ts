/** True if a text is a dotted quad (RFC 2673, section 3.2). */
export function isIpv4(text: string): boolean {
  const parts = text.length <= 15 ? text.split(".") : [];
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && +part < 256)
  );
}

/** The length of six groups of four digits and a dotted quad. */
const longestIpv6 = 45;

/** True if a text is an IPv6 address without a zone (RFC 4291, section 2.2). */
export function isIpv6(text: string): boolean {
  if (text.length > longestIpv6) return false;
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1);
  const endsInIpv4 = last !== undefined && text.endsWith(last) && last.includes(".");
  if (endsInIpv4 && !isIpv4(groups.pop() ?? "")) return false;
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  const count = groups.length + (endsInIpv4 ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}
