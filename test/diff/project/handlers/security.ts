import type { SecurityVerifiers } from "@genai-app/server";

/** A verifier for each security scheme that an operation names, as `createServer` takes them. */
export const security: SecurityVerifiers = {
  /**
   * The credential in `Authorization` with the scheme `bearer`, as `credential.token`.
   *
   * An API key, as CreateApiKey and CreateOrganizationApiKey answer it once in value: `Authorization: Bearer <API_KEY>`.
   */
  bearerAuth: ({ token }) => token === "secret" && { userId: "ann" },
  apiKey: ({ value }) => value === "secret" && { userId: "ann" },
};
