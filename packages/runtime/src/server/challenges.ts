import type {
  ApiDescriptor,
  SecurityRequirementDescriptor,
  SecuritySchemeDescriptor,
} from "../operation.ts";
import { RequestFailure } from "./failure.ts";

/**
 * Creates the failure for a request without a valid credential: 401 with a challenge for each scheme (RFC
 * 9110, section 11.6.1).
 */
export function unauthorized(
  api: ApiDescriptor,
  requirements: readonly SecurityRequirementDescriptor[],
): RequestFailure {
  const authenticateWith = challenges(api, requirements);
  const headers = authenticateWith === "" ? {} : { "www-authenticate": authenticateWith };
  return new RequestFailure(401, [], headers);
}

/**
 * Creates the failure for a credential without the required scopes (RFC 6750, section 3.1). The challenge
 * names all of them, so that a client can request them at once.
 */
export function insufficientScope(requirement: SecurityRequirementDescriptor): RequestFailure {
  const scope = [...new Set(Object.values(requirement).flat())].join(" ");
  const quoted = scope.replace(/["\\]/g, "\\$&");
  const value = `Bearer error="insufficient_scope", scope="${quoted}"`;
  return new RequestFailure(403, [], { "www-authenticate": value });
}

function challenges(
  api: ApiDescriptor,
  requirements: readonly SecurityRequirementDescriptor[],
): string {
  const names = new Set(requirements.flatMap((requirement) => Object.keys(requirement)));
  const schemes = [...names].flatMap((name) => {
    const scheme = Object.hasOwn(api.securitySchemes, name) ? api.securitySchemes[name] : undefined;
    return scheme ? challenge(scheme) : [];
  });
  return [...new Set(schemes)].join(", ");
}

function challenge(scheme: SecuritySchemeDescriptor): string {
  if (scheme.type === "apiKey") return "ApiKey";
  if (scheme.type === "mutualTLS") return "Mutual";
  if (scheme.type !== "http" || scheme.scheme.toLowerCase() === "bearer") return "Bearer";
  const name = scheme.scheme.charAt(0).toUpperCase() + scheme.scheme.slice(1);
  return scheme.scheme.toLowerCase() === "basic" ? 'Basic charset="UTF-8"' : name;
}
