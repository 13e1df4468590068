import type { ApiDescriptor } from "../operation.ts";
import type { ClientOptions, Credential } from "./types.ts";

/** True if it is one credential, for whichever scheme an operation needs. */
export function isSingle(auth: NonNullable<ClientOptions["auth"]>): auth is Credential {
  if (typeof auth !== "object") return true;
  return typeof auth["username"] === "string" && typeof auth["password"] === "string";
}

/** @throws {TypeError} when credentials are for a security scheme that the description does not have. */
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
