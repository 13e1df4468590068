/** A principal with the scopes of its credential, created by `withScopes`. */
export class ScopedPrincipal<Principal> {
  readonly principal: Principal;
  readonly scopes: readonly string[];
  // The private member makes the type nominal: an object that looks the same is an ordinary principal.
  readonly #scopes: ReadonlySet<string>;

  /** @throws {TypeError} if the scopes are not a list. `includes` of a text would match parts of words. */
  constructor(principal: Principal, scopes: readonly string[]) {
    if (!Array.isArray(scopes))
      throw new TypeError(
        'withScopes: scopes must be a list of texts; split a claim at its spaces: scope.split(" ")',
      );
    this.principal = principal;
    this.scopes = scopes;
    this.#scopes = new Set(scopes);
  }

  /** True if all of these scopes were granted. */
  hasAll(scopes: readonly string[]): boolean {
    return scopes.every((scope) => this.#scopes.has(scope));
  }
}

/**
 * Pairs a principal with the scopes of its credential. A principal of `undefined`, `null` or another falsy
 * value refuses the credential, as it does without scopes.
 *
 * @throws {TypeError} if `scopes` is not a list.
 */
export function withScopes<Principal>(
  principal: Principal,
  scopes: readonly string[],
): ScopedPrincipal<Principal> {
  return new ScopedPrincipal(principal, scopes);
}
