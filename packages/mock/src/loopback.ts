import { isIpv4 } from "@openapi-packages/runtime/internals";

/** True if a host is this machine: `localhost`, or a loopback address (RFC 1122, section 3.2.1.3). */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase();
  return name === "localhost" || isLoopbackAddress(name.replace(/^\[(.*)\]$/, "$1"));
}

/** True for a loopback address. */
export function isLoopbackAddress(address = ""): boolean {
  const plain = plainAddress(address);
  return plain === "::1" || (isIpv4(plain) && plain.startsWith("127."));
}

/**
 * Returns an address in lower case. An IPv4 address that is mapped to IPv6 is returned as IPv4 (RFC 4291,
 * section 2.5.5.2).
 */
export function plainAddress(address: string): string {
  return address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
}
