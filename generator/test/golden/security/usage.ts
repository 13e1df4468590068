import { createServer, partial, withScopes, type SecurityVerifiers } from "@security/server";

const all: SecurityVerifiers = {
  bearer: ({ token }) => token === "secret",
  key: async ({ value }) => (value === "secret" ? { name: "machine" } : null),
  oauth: ({ token }, { scopes }) => withScopes(token, scopes),
};
createServer(partial({}), { security: all });
createServer(partial({}), { security: "unchecked" });

const { oauth, ...others } = all;
// @ts-expect-error an alternative of one operation needs its verifier as well
createServer(partial({}), { security: others });

// @ts-expect-error so does each scheme of a requirement with several
createServer(partial({}), { security: { bearer: all.bearer, oauth } });

// @ts-expect-error one that may be missing is missing
createServer(partial({}), { security: { ...all, key: undefined } });
