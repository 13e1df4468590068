import { ExpectedError } from "@openapi-packages/description/diagnostics/expected-error";
import { createRequire } from "node:module";

/**
 * Thrown when a required formatter or compiler is not installed. The message has the command that installs
 * it.
 */
export class NotInstalledError extends ExpectedError {
  override readonly name = "NotInstalledError";
}

/**
 * Loads a library that needs a binary for the platform, which npm installs as an optional dependency.
 *
 * @param library the name of its package
 * @param otherwise what the user can do without it: `write sources only`
 * @throws {NotInstalledError} if the binary cannot be loaded
 */
export async function loadNative<Module>(
  library: string,
  load: () => Promise<Module>,
  otherwise: string,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const { optionalDependencies } = createRequire(import.meta.url)(`${library}/package.json`) as {
      optionalDependencies: Readonly<Record<string, string>>;
    };
    const binding = bindingOf(optionalDependencies);
    const platform = `${process.platform}-${process.arch}`;
    throw new NotInstalledError(
      binding === undefined
        ? `${library} has no binary for ${platform}: ${otherwise}`
        : `the binary of ${library} for ${platform} cannot be loaded: npm install --save-dev ${binding}, or ${otherwise}`,
      { cause: error },
    );
  }
}

/** Returns the package of this platform's binary with its version; `undefined` if there is none. */
function bindingOf(bindings: Readonly<Record<string, string>>): string | undefined {
  const platform = new RegExp(`-${process.platform}-${process.arch}(?:-|$)`);
  const names = Object.keys(bindings).filter((name) => platform.test(name));
  const name = names.length > 1 ? names.find((one) => one.includes(`-${libc()}`)) : names[0];
  return name === undefined ? undefined : `${name}@${bindings[name]}`;
}

/** Returns the C library of this Linux system, for which packages have different binaries. */
function libc(): "gnu" | "musl" {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined ? "musl" : "gnu";
}
