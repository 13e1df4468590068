import { basicSecrets } from "@openapi-packages/runtime/internals";
import type { AuthInfo } from "@modelcontextprotocol/server";
import type { ConnectOptions, CredentialValue, McpDefinition } from "./definition.ts";
import type { McpServerOptions } from "./options.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Converts a name to the form of environment variables: `bearerAuth` becomes `BEARER_AUTH`. */
export function environmentName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/gu, "$1_$2")
    .replace(/[^A-Za-z0-9]+/gu, "_")
    .replace(/^_+|_+$/gu, "")
    .toUpperCase();
}

/** Returns the variables that contain the credential of a scheme. */
export function credentialVariables(
  { envPrefix, schemes }: Pick<McpDefinition, "envPrefix" | "schemes">,
  scheme: string,
): readonly string[] {
  const name = `${envPrefix}_${environmentName(scheme)}`;
  return schemes[scheme] === "basic" ? [`${name}_USERNAME`, `${name}_PASSWORD`] : [name];
}

/** Returns the process's environment, if there is a process. */
export function environmentOf({ environment }: McpServerOptions): Environment {
  const { process } = globalThis as { process?: { env: Environment } };
  return environment ?? process?.env ?? {};
}

/**
 * Returns the credentials for a client: from the environment, or from the function in the options.
 *
 * @param learn called with each secret before it is sent, so that no result repeats it
 */
export function authOf(
  definition: McpDefinition,
  options: McpServerOptions,
  caller: AuthInfo | undefined,
  learn: (secret: string) => void,
): ConnectOptions["auth"] {
  const exchange = options.credentials;
  const names = Object.keys(definition.schemes);
  const learnt = (value: CredentialValue | undefined): CredentialValue | undefined => {
    if (typeof value === "string") learn(value);
    else if (value !== undefined)
      for (const secret of basicSecrets(`${value.username}:${value.password}`)) learn(secret);
    return value;
  };
  if (exchange !== undefined) {
    const give: ConnectOptions["auth"][string] = async (request) => {
      const value = await exchange({ ...request, caller });
      if (caller !== undefined && value === caller.token) throw new PassedThroughError();
      return learnt(value);
    };
    return Object.fromEntries(names.map((name) => [name, give]));
  }
  const environment = environmentOf(options);
  return Object.fromEntries(
    names.flatMap((name) => {
      const [first = "", second] = credentialVariables(definition, name).map(
        (variable) => environment[variable] ?? "",
      );
      if (first === "") return [];
      const value = second === undefined ? first : { username: first, password: second };
      return [[name, () => learnt(value)] as const];
    }),
  );
}

/** The caller's own token would have been sent to the API. */
export class PassedThroughError extends Error {
  override readonly name = "PassedThroughError";
  constructor() {
    super(
      "credentials gave the token of the caller, which was issued for this server: exchange it for one of the API",
    );
  }
}
