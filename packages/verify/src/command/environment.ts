import { UsageError } from "@openapi-packages/description";
import type { VerifyCredentials } from "./verify-request.ts";

/** Credentials, and the environment variables that contain them. */
export interface GivenCredentials {
  readonly texts: Readonly<Record<string, string>>;
  /** The variables by security scheme, for credentials that are a single variable. */
  readonly names: Readonly<Record<string, string>>;
}

/**
 * Substitutes environment variables in credentials. Messages contain names of schemes and variables, never
 * values.
 *
 * @throws {UsageError} when a variable is not set
 */
export function credentialsOf(
  given: VerifyCredentials = {},
  environment: Readonly<Record<string, string | undefined>>,
): GivenCredentials {
  const texts: Record<string, string> = {};
  const names: Record<string, string> = {};
  for (const [scheme, template] of Object.entries(given)) {
    texts[scheme] = template.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, variable: string) =>
      valueOf(variable, scheme, environment),
    );
    const [, only] = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(template) ?? [];
    if (only !== undefined) names[scheme] = only;
  }
  return { texts, names };
}

function valueOf(
  variable: string,
  scheme: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const text = environment[variable];
  if (text !== undefined && text !== "") return text;
  throw new UsageError(
    `the credential of ${JSON.stringify(scheme)} needs the variable ${variable}, which is not set`,
  );
}
