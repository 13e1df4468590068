/** A principal with the scopes that were granted to its credential; made by `withScopes`. */
export class ScopedPrincipal<Principal> {
  readonly principal: Principal;
  readonly scopes: readonly string[];
  // A private member makes the type nominal: an object that looks like this one is a principal itself.
  readonly #scopes: ReadonlySet<string>;

  /** @throws {TypeError} if the scopes are no list, whose `includes` would find parts of words. */
  constructor(principal: Principal, scopes: readonly string[]) {
    if (!Array.isArray(scopes))
      throw new TypeError(
        'withScopes: scopes is a list of texts; split a claim by its spaces: scope.split(" ")',
      );
    this.principal = principal;
    this.scopes = scopes;
    this.#scopes = new Set(scopes);
  }

  /** True if all of some scopes were granted. */
  hasAll(scopes: readonly string[]): boolean {
    return scopes.every((scope) => this.#scopes.has(scope));
  }
}

/**
 * Pairs a principal with the scopes that were granted to its credential. A principal of `undefined`,
 * `null` or another falsy value refuses the credential, as it does without scopes.
 *
 * @throws {TypeError} if `scopes` is no list.
 */
export function withScopes<Principal>(
  principal: Principal,
  scopes: readonly string[],
): ScopedPrincipal<Principal> {
  return new ScopedPrincipal(principal, scopes);
}
