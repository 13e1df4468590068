import type { PaginationDescriptor } from "@openapi-packages/runtime";

/** The resources of a description, and how operations use them. */
export interface StateDescriptor {
  /** The resources by name: that of the schema, or one derived from the path. */
  readonly resources: { readonly [name: string]: ResourceDescriptor };
  /** The effects of operations, by `operationId`. Operations without one answer with their examples. */
  readonly operations: { readonly [operationId: string]: StateOperation };
}

/** A resource, whose records a mock stores: assistants, runs, events. */
export interface ResourceDescriptor {
  /** The member of a record that identifies it. Default: only paths do, see `keyParameter`. */
  readonly key?: string;
  /** The path parameter that identifies a record, the last of its path. */
  readonly keyParameter?: string;
  /** The kind of generated keys; `given` comes from requests. */
  readonly keyType: "uuid" | "integer" | "text" | "given";
  /**
   * True if no operation creates records, or none returns them. Then an unknown record is created from the
   * example when it is requested, unless it was deleted.
   */
  readonly isOpen: boolean;
  /** How its records serve as credentials, such as API keys. Default: they do not. */
  readonly credential?: CredentialDescriptor;
  /** The members that the server sets. */
  readonly roles: { readonly [member: string]: MemberRole };
  readonly lifecycle?: LifecycleDescriptor;
  /** The members that refer to other records. Default: there are none. */
  readonly references?: readonly RecordReference[];
  /** The members that may have one of several kinds of objects. Default: there are none. */
  readonly variants?: readonly VariantDescriptor[] | undefined;
  /** The initial records. */
  readonly seeds: readonly SeedRecord[];
}

/** A member of a record that contains the key of another record, of the same or another resource. */
export interface RecordReference {
  /** Its place in the record. `*` matches each item of a list. */
  readonly pointer: readonly string[];
  readonly resource: string;
  /** True if it refers to the newest of the records below this one. Default: it keeps its value. */
  readonly isNewest?: true;
}

/** A member whose value is an object of one of several kinds: `oneOf`, `anyOf`. */
export interface VariantDescriptor {
  /** Its name. Empty for the record itself. */
  readonly member: string;
  readonly kinds: readonly VariantKind[];
}

/** A kind of object, recognized by a member that the others do not have, or not with this value. */
export interface VariantKind {
  readonly tag: string;
  /** The value of that member. Default: any. */
  readonly is?: string | number | boolean;
  readonly example: { readonly [member: string]: unknown };
}

/** A resource whose records are credentials: API keys, access tokens. */
export interface CredentialDescriptor {
  /** The security schemes that accept them. */
  readonly schemes: readonly string[];
  /** The member with the secret: in the answer to their creation, and in records that include it permanently. */
  readonly secret: string;
  /** The conditions for one to be accepted, apart from its existence. Default: none. */
  readonly valid?: readonly ValidityDescriptor[];
}

/**
 * A member that decides whether a credential is valid: a boolean, a time until which it is valid, a time from
 * which it is not (`unset`), or a status that must `not` be one of a list.
 */
export type ValidityDescriptor =
  | { readonly member: string; readonly test: "true" | "false" }
  | {
      readonly member: string;
      readonly test: "until" | "unset";
      readonly format: Extract<MemberRole, { readonly format: unknown }>["format"];
    }
  | { readonly member: string; readonly test: "not"; readonly values: readonly string[] };

/**
 * The role of a member that the server sets, with its format: the time at which the record was created,
 * updated, started, or ended (until then `null`, or absent if it cannot be `null`); or its owner.
 */
export type MemberRole =
  | {
      readonly role: "created" | "updated" | "started" | "ended";
      /** `decimal-seconds` have the milliseconds as decimals. */
      readonly format: "date-time" | "date" | "seconds" | "decimal-seconds" | "milliseconds";
      /** True if the member may be `null`. Default: false. */
      readonly isNullable?: true;
    }
  | { readonly role: "owner" };

/** A record from the examples of a description. */
export interface SeedRecord {
  /** The path parameters of the path that returns it, by name. */
  readonly scope: { readonly [parameter: string]: string };
  readonly value: { readonly [member: string]: unknown };
}

/** The steps that a record takes by itself, as values of a member. */
export interface LifecycleDescriptor {
  /** The member with the value, `status`, or the JSON pointer of a nested one, `/job/status`. */
  readonly member: string;
  /** The values in order, each with its duration in milliseconds. The last one stays. */
  readonly steps: readonly { readonly value: string; readonly lasts?: number }[];
  /** The values that never change. */
  readonly terminal: readonly string[];
  /** The value after cancelling. */
  readonly cancelled?: string;
  /** The members that a record gets with its last step, such as `output`. */
  readonly result: { readonly [member: string]: unknown };
  /** The stream of the events in between: the items of its example are sent one after the other. */
  readonly events?: { readonly operationId: string; readonly resource: string };
}

/** A path parameter and what it refers to. */
export interface PathParameterState {
  readonly parameter: string;
  /** The resource whose key it is. Default: an unknown one. */
  readonly resource?: string;
  /** The member of this operation's resource that has its value. Default: none. */
  readonly member?: string;
}

/** The members of all operations with state. */
interface StateOperationBase {
  readonly resource: string;
  /** All parameters of the path, in order. If `isItem` is true, the last one identifies the record. */
  readonly path: readonly PathParameterState[];
  /**
   * The JSON pointer of the record, or of the list of records, in the answer's body. Default: it is not there.
   */
  readonly at?: string;
  /** Members of the request body that contain keys of other records. `*` matches each item of a list. */
  readonly references?: readonly {
    readonly pointer: readonly string[];
    readonly resource: string;
  }[];
  /** The values that members of the record must have (`x-requires`). Default: any. */
  readonly requires?: { readonly [member: string]: unknown };
  /**
   * Sets of request members whose combined values must be unique within the same path. Default: there are none.
   */
  readonly unique?: readonly (readonly string[])[];
}

/** The effect of an operation on the resources. */
export type StateOperation =
  | (StateOperationBase & {
      readonly kind: "list";
      /** Default: the list is not filtered. */
      readonly filters?: readonly FilterDescriptor[];
      /** Members of the answer that repeat a query parameter: member → parameter. */
      readonly echoes?: { readonly [member: string]: string };
      /**
       * How its pages are asked for, as far as its parameters and members tell: for a list without declared
       * pagination. The name of the offset is empty if only a size can be asked for. Default: it has no pages.
       */
      readonly pages?: PaginationDescriptor;
      /** The number of the first page. Default: 1. */
      readonly firstPage?: 0;
    })
  | (StateOperationBase & {
      readonly kind: "create";
      /**
       * The JSON pointer of a list of records to create in the request's body. Default: the body is one record.
       */
      readonly many?: string;
      /** Members that only this answer has, such as a secret. */
      readonly once?: readonly string[];
      /** The JSON pointer of a credential's secret in the answer's body, if it is outside of the record. */
      readonly secret?: string;
      /** The properties of the request's body, including optional ones. Default: unknown. */
      readonly given?: readonly string[];
      /** Lists of the request that are appended to lists of the record: `additional_tool_ids` to `tool_ids`. */
      readonly merges?: readonly { readonly from: string; readonly into: string }[];
      /** Flags of the request that make the server choose a key: `new_thread` for `thread_id`. */
      readonly makes?: readonly { readonly flag: string; readonly member: string }[];
      /** Members that default to those of the parent record: member → its name there. */
      readonly derives?: { readonly [member: string]: string };
    })
  | (StateOperationBase & {
      readonly kind: "read";
      /** Members that are omitted unless a query parameter is `true`: member → parameter. */
      readonly includes?: { readonly [member: string]: string };
    })
  | (StateOperationBase & { readonly kind: "update" | "delete" })
  | (StateOperationBase & {
      readonly kind: "replace";
      /**
       * The properties of the request's body, including optional ones, where no other operation creates records.
       * Default: those of a creation.
       */
      readonly given?: readonly string[];
    })
  | (StateOperationBase & {
      /** Performs an action on a record and returns it. */
      readonly kind: "act";
      /**
       * `cancel` ends its lifecycle, `revoke` invalidates a credential, `rotate` replaces its secret. Default:
       * nothing changes.
       */
      readonly action?: "cancel" | "revoke" | "rotate";
    })
  | (StateOperationBase & { readonly kind: "stream" })
  | (StateOperationBase & {
      /** Returns a signed address for uploading and downloading the bytes of a record. */
      readonly kind: "sign";
      /** The member of the answer with the address. */
      readonly url: string;
      /** The member of the request with the method that the address is for. */
      readonly method?: string;
      /** The member of the record with the number of bytes. */
      readonly size?: string;
      /** The member of the record with the contents. */
      readonly contents?: string;
    })
  | (StateOperationBase & {
      /** Answers with its example, if the record in the path exists. */
      readonly kind: "below";
      /** `revoke` invalidates a credential. Default: nothing changes. */
      readonly action?: "revoke";
    });

/** A query parameter that filters or sorts a list. */
export interface FilterDescriptor {
  readonly parameter: string;
  /** The member that is compared. `search` compares all texts. */
  readonly member?: string;
  /**
   * The comparison. `equals` with a list matches any of its items, unless `needsAll`. `from` and `until` compare times and
   * numbers.
   */
  readonly test: "equals" | "prefix" | "suffix" | "search" | "from" | "until" | "sort";
  /** The separator of several values in one text. Default: it is one value. */
  readonly separator?: string;
  /** True if a list must have all of the values. Default: any of them. */
  readonly needsAll?: true;
}
