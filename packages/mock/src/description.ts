import type {
  ApiDescriptor,
  OperationCodec,
  OperationDescriptor,
  OperationErrorBodies,
  OperationReceivedBodies,
  OperationSerializers,
  OperationValidators,
  SensitiveTable,
} from "@openapi-packages/runtime";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer } from "@openapi-packages/runtime/server";

/**
 * The description of a mock: plain data, made by the generator, and part of generated code or of the
 * command line's process.
 */
export interface MockDescription {
  readonly title: string;
  readonly api: ApiDescriptor;
  readonly operations: readonly MockOperation[];
  /** The state of its resources. Left out: nothing is remembered. */
  readonly state?: StateDescriptor;
  /** The secrets that the console does not show. Left out: those with usual names. */
  readonly sensitive?: SensitiveTable;
}

/** One operation with what its mock needs; members may be made when they are first looked at. */
export interface MockOperation {
  readonly operation: OperationDescriptor;
  readonly summary?: string;
  readonly tag?: string;
  /** The header with the key by which requests are repeated. Left out: `Idempotency-Key`, also with `X-`. */
  readonly idempotencyKey?: string;
  readonly validators: OperationValidators;
  readonly serializers?: OperationSerializers;
  /** How refusals of the mock itself fill the bodies that the operation documents. */
  readonly errorBodies?: OperationErrorBodies;
  /** What becomes of its bodies before they are looked at. */
  readonly received?: OperationReceivedBodies;
  /** Converts values for overrides; all else in a mock is JSON. Left out: there is nothing to convert. */
  readonly codec?: OperationCodec | undefined;
  /** Its answers, those of success first. */
  readonly answers: readonly MockExample[];
}

/**
 * An answer that a description gives, or that was made from its schemas. Its status is a number that
 * the documented one covers; a stream's body is `streamOf(items)`.
 */
export type MockExample = Answer<AnyResult> & {
  /** The name of the example in the description (`examples`). Left out: it has none. */
  readonly name?: string;
};

/** The state of a description's resources: what there is, and what operations do to it. */
export interface StateDescriptor {
  /** By name: that of the schema, or one made from the path. */
  readonly resources: { readonly [name: string]: ResourceDescriptor };
  /** By `operationId`. An operation that is left out answers with its examples. */
  readonly operations: { readonly [operationId: string]: StateOperation };
}

/** A resource, whose records a mock stores: assistants, runs, events. */
export interface ResourceDescriptor {
  /** The member of a record that identifies it. Left out: only paths do, see `keyParameter`. */
  readonly key?: string;
  /** The path parameter that names one record, the last of its path. */
  readonly keyParameter?: string;
  /** The kind of keys that are made; `given` stands in requests. */
  readonly keyType: "uuid" | "integer" | "text" | "given";
  /**
   * True if nothing in the description creates records, or nothing shows any, so that there may be any:
   * a record that is asked for and not known is made from the example, unless it was deleted.
   */
  readonly isOpen: boolean;
  /** What its records are as credentials, such as API keys. Left out: they are none. */
  readonly credential?: CredentialDescriptor;
  /** The members that the server writes into records. */
  readonly roles: { readonly [member: string]: MemberRole };
  readonly lifecycle?: LifecycleDescriptor;
  /** Members of its records that name records. Left out: there are none. */
  readonly references?: readonly RecordReference[];
  /** Members of its records that may be one of several kinds of objects. Left out: there are none. */
  readonly variants?: readonly VariantDescriptor[] | undefined;
  /** The records from the start. */
  readonly seeds: readonly SeedRecord[];
}

/** A member of a record that names a record of the same or another resource by its key. */
export interface RecordReference {
  /** Its place in the record. `*` stands for each item of a list. */
  readonly pointer: readonly string[];
  readonly resource: string;
  /** True if it names the newest of the records below this one. Left out: whatever it was given. */
  readonly isNewest?: true;
}

/** A member that is an object of one of several kinds: `oneOf`, `anyOf`. */
export interface VariantDescriptor {
  /** Its name; empty for the record itself. */
  readonly member: string;
  readonly kinds: readonly VariantKind[];
}

/** A kind of object, told by a member that the others have not, or not with this value. */
export interface VariantKind {
  readonly tag: string;
  /** The value of that member. Left out: any. */
  readonly is?: string | number | boolean;
  readonly example: { readonly [member: string]: unknown };
}

/** A resource whose records are credentials: API keys, access tokens. */
export interface CredentialDescriptor {
  /** The security schemes that accept them. */
  readonly schemes: readonly string[];
  /** The member with the secret: of the answer to their creation, and of records that keep showing it. */
  readonly secret: string;
  /** What has to hold for one to be accepted, beyond that it is there. Left out: nothing. */
  readonly valid?: readonly ValidityDescriptor[];
}

/**
 * A member that says whether a credential may be used: a boolean, a time until it may be used, a time from
 * which it may not (`unset`), or a status that is `not` one of some.
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
 * The role of a member that the server writes, in its format: the time at which the record was created,
 * changed, began, or ended (`null`, or absent where that is not allowed, until then); its owner.
 */
export type MemberRole =
  | {
      readonly role: "created" | "updated" | "started" | "ended";
      /** `decimal-seconds` have the milliseconds behind the point. */
      readonly format: "date-time" | "date" | "seconds" | "decimal-seconds" | "milliseconds";
      /** True if the member may be `null`. Left out: it may not. */
      readonly isNullable?: true;
    }
  | { readonly role: "owner" };

/** A record that a description's examples show. */
export interface SeedRecord {
  /** Path parameters of the place where it was shown, by name. */
  readonly scope: { readonly [parameter: string]: string };
  readonly value: { readonly [member: string]: unknown };
}

/** The steps of a record by itself, from one value of a member to the next. */
export interface LifecycleDescriptor {
  /** The member that has it, `status`, or the JSON pointer of what is below one, `/job/status`. */
  readonly member: string;
  /** The values in order, each with the milliseconds that it lasts; the last one stays. */
  readonly steps: readonly { readonly value: string; readonly lasts?: number }[];
  /** The values from which nothing moves any more. */
  readonly terminal: readonly string[];
  /** The value that cancelling gives. */
  readonly cancelled?: string;
  /** Members that a record has once its last step is reached, such as `output`. */
  readonly result: { readonly [member: string]: unknown };
  /** The stream of what happens meanwhile: its example's items are sent one after the other. */
  readonly events?: { readonly operationId: string; readonly resource: string };
}

/** A path parameter and what it names. */
export interface PathParameterState {
  readonly parameter: string;
  /** The resource whose key it is. Left out: one that the description does not show. */
  readonly resource?: string;
  /** The member of this operation's resource that has its value. Left out: none has. */
  readonly member?: string;
}

/** The members of all operations with state. */
interface StateOperationBase {
  readonly resource: string;
  /** All of its path, in order. The last one names the record where `isItem` says so. */
  readonly path: readonly PathParameterState[];
  /** The JSON pointer of the record, or of the list of them, in the answer's body. Left out: it is not there. */
  readonly at?: string;
  /** Members of the request body that name records of other resources. `*` stands for each item of a list. */
  readonly references?: readonly {
    readonly pointer: readonly string[];
    readonly resource: string;
  }[];
  /** The values of members that the record named by the path has to have (`x-requires`). Left out: any. */
  readonly requires?: { readonly [member: string]: unknown };
  /** Members of the request whose values together no other record in the same place has. Left out: there are none. */
  readonly unique?: readonly (readonly string[])[];
}

/** The effect of an operation on the resources. */
export type StateOperation =
  | (StateOperationBase & {
      readonly kind: "list";
      /** Left out: it takes all. */
      readonly filters?: readonly FilterDescriptor[];
      /** Members of the answer that repeat a query parameter: member → parameter. */
      readonly echoes?: { readonly [member: string]: string };
      /** The number of the first page. Left out: 1. */
      readonly firstPage?: 0;
    })
  | (StateOperationBase & {
      readonly kind: "create";
      /** The JSON pointer of a list of records to create in the request's body. Left out: the body is one. */
      readonly many?: string;
      /** Members that only this answer has, such as a secret. */
      readonly once?: readonly string[];
      /** The JSON pointer of a credential's secret in the answer's body, where it stands beside the record. */
      readonly secret?: string;
      /** The properties of the request's body, of which the client may leave some out. Left out: not known. */
      readonly given?: readonly string[];
      /** Lists of the request that are added to those of the record: `additional_tool_ids` into `tool_ids`. */
      readonly merges?: readonly { readonly from: string; readonly into: string }[];
      /** Flags of the request that make the server choose a key: `new_thread` for `thread_id`. */
      readonly makes?: readonly { readonly flag: string; readonly member: string }[];
      /** Members that are as another one of what the record is below, unless the request has them: member → its name there. */
      readonly derives?: { readonly [member: string]: string };
    })
  | (StateOperationBase & {
      readonly kind: "read";
      /** Members that are left out unless a query parameter is `true`: member → parameter. */
      readonly includes?: { readonly [member: string]: string };
    })
  | (StateOperationBase & { readonly kind: "update" | "replace" | "delete" })
  | (StateOperationBase & {
      /** Something is done with a record, which is answered. */
      readonly kind: "act";
      /**
       * `cancel` ends its lifecycle, `revoke` the validity of a credential, whose secret `rotate` replaces.
       * Left out: nothing changes.
       */
      readonly action?: "cancel" | "revoke" | "rotate";
    })
  | (StateOperationBase & { readonly kind: "stream" })
  | (StateOperationBase & {
      /** Answers an address that takes and gives the bytes of a record. */
      readonly kind: "sign";
      /** The member of the answer with the address. */
      readonly url: string;
      /** The member of the request with the method that it is for. */
      readonly method?: string;
      /** The member of the record with the number of bytes. */
      readonly size?: string;
      /** The member of the record with the contents. */
      readonly contents?: string;
    })
  | (StateOperationBase & {
      /** Answers with its example, where the record that the path names is there. */
      readonly kind: "below";
      /** `revoke` ends the validity of a credential. Left out: nothing changes. */
      readonly action?: "revoke";
    });

/** A query parameter by which a list is filtered. */
export interface FilterDescriptor {
  readonly parameter: string;
  /** The member that is looked at; of `search`, any text. */
  readonly member?: string;
  /** `equals` with a list means one of them. `from` and `until` compare times and numbers. */
  readonly test: "equals" | "prefix" | "suffix" | "search" | "from" | "until" | "sort";
  /** What stands between the values of a text that is a list of them. Left out: it is one value. */
  readonly separator?: string;
}
