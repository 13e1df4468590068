import type { ApiDescriptor } from "../operation.ts";
import type { ClientOptions, Credential } from "./types.ts";

/** True if `auth` is a single credential, used for any security scheme. */
export function isSingle(auth: NonNullable<ClientOptions["auth"]>): auth is Credential {
  if (typeof auth !== "object") return true;
  return typeof auth["username"] === "string" && typeof auth["password"] === "string";
}

/**
 * Checks that credentials by scheme name only schemes of the description.
 *
 * @throws {TypeError} when the description does not have the security scheme.
 */
export function checkAuth({ securitySchemes }: ApiDescriptor, auth: ClientOptions["auth"]): void {
  if (auth === undefined || isSingle(auth)) return;
  const known = Object.keys(securitySchemes);
  const unknown = Object.keys(auth).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const names = known.map((name) => JSON.stringify(name)).join(", ") || "none";
  throw new TypeError(
    `auth: there is no security scheme ${JSON.stringify(unknown)}: the description has ${names}`,
  );
}
