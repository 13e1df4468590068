/** Something that a generated file can import. */
export interface ModuleSymbol {
  readonly name: string;
  /** A package's entry, or the path of an emitted file relative to the output folder. */
  readonly module: string;
  readonly isType: boolean;
  /** The name to import it under where its own cannot be one, as `default` cannot. */
  readonly localName?: string;
  /** The name of the namespace import that it is reached through. Left out: it is imported by name. */
  readonly namespace?: string;
}
