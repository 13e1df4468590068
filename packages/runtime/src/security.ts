import type {
  ApiDescriptor,
  OperationDescriptor,
  SecurityRequirementDescriptor,
} from "./operation.ts";

/** The security of an operation: its own, else that of the description. */
export function securityOf(
  api: ApiDescriptor,
  operation: OperationDescriptor,
): readonly SecurityRequirementDescriptor[] {
  return operation.security ?? api.security ?? [];
}

/**
 * The alternatives of an operation's security in the order in which they are tried: that which
 * demands nothing comes last, so that a credential is used where there is one (OpenAPI 3.1,
 * Security Requirement Object: an empty requirement makes security optional).
 */
export function byDemand(
  requirements: readonly SecurityRequirementDescriptor[],
): readonly SecurityRequirementDescriptor[] {
  const isAnonymous = (one: SecurityRequirementDescriptor): boolean =>
    Object.keys(one).length === 0;
  if (!requirements.some(isAnonymous)) return requirements;
  return [...requirements.filter((one) => !isAnonymous(one)), ...requirements.filter(isAnonymous)];
}
