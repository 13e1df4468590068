import { isIPv4 } from "node:net";

/** True if a host is this machine: `localhost`, or an address of its loopback (RFC 1122, 3.2.1.3). */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase();
  return name === "localhost" || isLoopbackAddress(name.replace(/^\[(.*)\]$/, "$1"));
}

/** True if an address is one of the loopback. */
export function isLoopbackAddress(address = ""): boolean {
  const plain = plainAddress(address);
  return plain === "::1" || (isIPv4(plain) && plain.startsWith("127."));
}

/** An address in lower case; one of IPv4 may be written as one of IPv6 (RFC 4291, 2.5.5.2). */
export function plainAddress(address: string): string {
  return address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
}
