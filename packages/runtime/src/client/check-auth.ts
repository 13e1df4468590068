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
export function checkAuth(
  { securitySchemes }: ApiDescriptor,
  auth: NonNullable<ClientOptions["auth"]>,
): void {
  if (isSingle(auth)) return;
  for (const name of Object.keys(auth))
    if (!Object.hasOwn(securitySchemes, name))
      throw new TypeError(
        `auth: there is no security scheme ${JSON.stringify(name)}: the description has ${Object.keys(securitySchemes).join(", ") || "none"}`,
      );
}
