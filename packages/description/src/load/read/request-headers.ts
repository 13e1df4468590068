import { UsageError } from "../../diagnostics/usage-error.ts";

/**
 * Returns the headers for requests of the description. `${NAME}` in a value is replaced by that environment
 * variable, so that secrets need not be on a command line or in a file. Messages contain the names of
 * headers, but never their values.
 *
 * @param given the values by header name
 * @throws {UsageError} if a variable is not set, or a header cannot be sent
 */
export function requestHeaders(
  given: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const entries = Object.entries(given).map(([name, template]) => {
    const value = template.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, variable: string) => {
      const text = environment[variable];
      if (text === undefined || text === "")
        throw new UsageError(
          `the request header ${JSON.stringify(name)} asks for the variable ${variable}, which is not set`,
        );
      return text;
    });
    if (!canBeSent(name, value))
      throw new UsageError(
        `the request header ${JSON.stringify(name)} cannot be sent: its name or value has a character that headers do not allow`,
      );
    return [name, value];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

function canBeSent(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}
