import type { ApiDescriptor } from "@openapi-packages/runtime";

/** A credential for each security scheme: a token or key, or a user name and password of HTTP basic. */
export interface ClientCredentials {
  readonly [scheme: string]: string | { readonly username: string; readonly password: string };
}

/**
 * Returns distinguishable credentials for all schemes of a description.
 *
 * @param owner a part of each text, by which those of two clients differ
 */
export function credentialsOf(
  { securitySchemes }: ApiDescriptor,
  owner: "credential" | "other" = "credential",
): ClientCredentials {
  const entries = Object.entries(securitySchemes).map(([name, scheme], index) => {
    const text = `verify-${owner}-${index + 1}`;
    const isBasic = scheme.type === "http" && scheme.scheme.toLowerCase() === "basic";
    return [
      name,
      // A password may have a colon (RFC 7617, section 2).
      isBasic ? { username: owner === "other" ? "other" : "verify", password: `${text}:2` } : text,
    ] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the secret texts in credentials. */
export function secretsOf(credentials: ClientCredentials): string[] {
  return Object.values(credentials).flatMap((one) => {
    if (typeof one === "string") return [one];
    const joined = `${one.username}:${one.password}`;
    return [one.password, Buffer.from(joined).toString("base64")];
  });
}
