/** Something that a generated file can import. */
export interface ModuleSymbol {
  readonly name: string;
  /** A package entry, or the path of an emitted file relative to the output folder. */
  readonly module: string;
  readonly isType: boolean;
  /** The local name for an import whose own name cannot be one, such as `default`. */
  readonly localName?: string;
  /** The namespace import through which the symbol is used; by default it is imported by name. */
  readonly namespace?: string;
}
