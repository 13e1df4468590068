/** What must compile, and what must not: credentials of the described flows. */
import { createClient } from "@oauth/client";
import { oauth, OAuthError } from "@oauth/client/oauth";

const machine = oauth.machine.clientCredentials({
  clientId: "id",
  clientSecret: "secret",
  scopes: ["read", "write:all"],
});
const user = oauth.user.refreshToken({ clientId: "id", refreshToken: "token" });

const device = oauth.device.deviceAuthorization({
  clientId: "id",
  scopes: ["watch"],
  onUserCode: ({ userCode, verificationUri }) => console.log(userCode, verificationUri),
});

export const api = createClient({ auth: { machine, user, device } });
export const isRefused = (error: unknown): boolean =>
  error instanceof OAuthError && error.error === "invalid_client";

// @ts-expect-error the flow has no such scope
oauth.machine.clientCredentials({ clientId: "id", scopes: ["delete"] });

// @ts-expect-error a machine has no refresh token
oauth.machine.refreshToken({ clientId: "id", refreshToken: "token" });

// @ts-expect-error the user has to be shown a code
oauth.device.deviceAuthorization({ clientId: "id" });
