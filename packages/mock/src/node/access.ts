import { demandsCredentials } from "../credentials/known-credentials.ts";
import type { MockDescription } from "../description.ts";
import type { Mock } from "../types.ts";
import type { ServeOptions } from "./serve-options.ts";

/** Who a mock lets in, and the credentials that it accepts, as `--credential` takes them. */
export function accessOf(
  { api: { securitySchemes } }: MockDescription,
  options: ServeOptions,
  credentials: Mock["credentials"],
): { readonly access?: string; readonly credentials?: readonly string[] } {
  // Which of them operations name may have to be worked out first.
  const names = Object.keys(securitySchemes);
  if (names.length === 0) return {};
  if (!demandsCredentials(options))
    return { access: "every request is let in, whatever its credentials (--demand-credentials)" };
  const shown = Object.entries(credentials).flatMap(([name, texts]) => {
    const isGiven = options.credentials?.[name] !== undefined;
    const made = `made by the mock; --credential ${name}=… gives another`;
    const notes = isGiven ? "" : `  (${made})`;
    return texts.map((text) => `${name}=${text}${notes}`);
  });
  const certificates = names.filter((name) => securitySchemes[name]?.type === "mutualTLS");
  const refused = certificates.map((name) => `nothing for ${name}: a mock sees no certificates`);
  return { access: "credentials are demanded", credentials: [...shown, ...refused] };
}
