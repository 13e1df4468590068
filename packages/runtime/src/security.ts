import type {
  ApiDescriptor,
  OperationDescriptor,
  SecurityRequirementDescriptor,
} from "./operation.ts";

/** Returns the security of an operation: its own, else that of the description. */
export function securityOf(
  api: ApiDescriptor,
  operation: OperationDescriptor,
): readonly SecurityRequirementDescriptor[] {
  return operation.security ?? api.security ?? [];
}

/**
 * Orders the alternatives of an operation's security for evaluation: the empty requirement, which makes
 * security optional (OpenAPI 3.1, Security Requirement Object), comes last, so that a credential that is
 * present is used.
 */
export function anonymousLast(
  requirements: readonly SecurityRequirementDescriptor[],
): readonly SecurityRequirementDescriptor[] {
  const isAnonymous = (one: SecurityRequirementDescriptor): boolean =>
    Object.keys(one).length === 0;
  if (!requirements.some(isAnonymous)) return requirements;
  return [...requirements.filter((one) => !isAnonymous(one)), ...requirements.filter(isAnonymous)];
}
