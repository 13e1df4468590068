/**
 * The members of a value that have a default: `names` at this level, and those inside of `members` and
 * `items`. Generated code declares it for inputs with defaults.
 */
export interface DefaultsOf {
  readonly names?: string;
  readonly members?: object;
  readonly items?: object;
}

/** A value whose members with a default are present, as handlers receive it. */
export type WithDefaults<Value, Defaults> = Value extends readonly (infer Item)[]
  ? Defaults extends { readonly items: infer Own }
    ? WithDefaults<Item, Own>[]
    : Value
  : Value extends object
    ? Filled<Value, Defaults, NamesOf<Defaults>, MembersOf<Defaults>>
    : Value;

type NamesOf<Defaults> = Defaults extends { readonly names: infer Names } ? Names : never;

type MembersOf<Defaults> = Defaults extends { readonly members: infer Members }
  ? Members
  : Record<never, never>;

type Filled<Value, Defaults, Names, Members> = Defaults extends object
  ? {
      [Name in keyof Value as Exclude<Name, Names>]: Below<Value[Name], Name, Members>;
    } & {
      [Name in keyof Value as Extract<Name, Names>]-?: Below<
        Exclude<Value[Name], undefined>,
        Name,
        Members
      >;
    }
  : Value;

type Below<Value, Name, Members> = Name extends keyof Members
  ? WithDefaults<Value, Members[Name]>
  : Value;
