import type { ModuleSymbol } from "./module-symbol.ts";
import { ownRange } from "@openapi-packages/description/own-version";

/** The package that generated code imports, whatever the scope of the generated packages. */
export const runtimePackage: string = "@openapi-packages/runtime";

/** The package that generated mocks import. */
export const mockPackage: string = "@openapi-packages/mock";

/** The version ranges of the packages that generated ones depend on. */
export const dependencyRanges: Readonly<
  Record<"runtime" | "mock" | "openapi-fetch" | "msw", string>
> = {
  runtime: ownRange,
  mock: ownRange,
  "openapi-fetch": "^0.17.0",
  msw: "^3.0.0",
};

/**
 * Every name of the runtime that generated code may use, by entry. A test checks that each exists.
 */
export const runtimeNames = {
  "": {
    values: ["jsonResponse", "serverUrl"],
    types: [
      "ApiDescriptor",
      "Decoder",
      "DefaultStatus",
      "ErrorFill",
      "JsonOf",
      "OperationCodec",
      "OperationDescriptor",
      "OperationErrorBodies",
      "OperationReceivedBodies",
      "OperationSerializers",
      "OperationTypes",
      "OperationValidators",
      "ReceivedBody",
      "SchemaValidator",
      "SensitiveTable",
      "Serializer",
      "StatusRange",
      "Validator",
      "WithDefaults",
    ],
  },
  "/client": {
    values: [
      "acceptOf",
      "ApiError",
      "basic",
      "bearer",
      "bind",
      "callRaw",
      "contentAndHeadersRead",
      "contentBody",
      "contentOrEventsRead",
      "contentOrStreamRead",
      "contentRead",
      "converted",
      "cookieKey",
      "createClientCore",
      "credentials",
      "describedBody",
      "describedParameters",
      "describedRead",
      "eventsRead",
      "fetchClientOptions",
      "followRedirects",
      "formBody",
      "headerKey",
      "headerParameters",
      "headersRead",
      "httpScheme",
      "jsonBody",
      "jsonOrTextAndHeadersRead",
      "jsonOrTextRead",
      "multiSegmentParameters",
      "multipartBody",
      "negotiatedOperation",
      "operation",
      "pagedOperation",
      "partsBody",
      "partsRead",
      "plainFormBody",
      "polledOperation",
      "queryKey",
      "streamOperation",
      "streamRead",
    ],
    types: [
      "Call",
      "CallOptions",
      "ClientApi",
      "ClientCore",
      "ClientOptions",
      "JsonPathOperation",
      "Open",
      "PageCall",
      "PathOperation",
      "PollCall",
      "RawOptions",
      "StreamCall",
      "StreamCallOptions",
      "Unbound",
      "UnboundOverloads",
      "UnboundChoice",
    ],
  },
  "/client/oauth": {
    values: ["clientCredentials", "deviceAuthorization", "refreshToken"],
    types: [
      "DeviceFlowOptions",
      "FlowOptions",
      "RefreshTokenOptions",
      "TokenCredential",
      "TokenOptions",
    ],
  },
  "/server": {
    values: ["createServerCore", "createWebhookServer", "partial", "routesOf"],
    types: [
      "AnonymousContext",
      "Answer",
      "ErrorBodyOf",
      "Handler",
      "PartialHandlers",
      "RequestContext",
      "ResultsOf",
      "Route",
      "SchemeVerifiers",
      "Server",
      "ServerArguments",
      "WebhookReceiverArguments",
    ],
  },
  "/mock": {
    values: ["createMock", "mockDescription", "streamOf"],
    types: [
      "ComponentAnswers",
      "CreateMockOptions",
      "MockDescription",
      "MockGroup",
      "MswMock",
      "OperationTypes",
      "ResourceTable",
    ],
  },
  "/mock/callbacks": { values: ["callbackPlan"], types: ["CallbackPlan"] },
  "/conversion": {
    values: [
      "at",
      "date",
      "dateOrOther",
      "either",
      "fits",
      "int64",
      "isObject",
      "isOf",
      "isOneOf",
      "items",
      "others",
      "parseExact",
      "rawIntegers",
    ],
    types: [],
  },
  "/webhooks": {
    values: [
      "receiveFrom",
      "sendOperation",
      "signOperation",
      "standardWebhooks",
      "verifyWebhook",
      "WebhookError",
    ],
    types: [
      "ReceiveOptions",
      "SendOptions",
      "SignedWebhook",
      "SignOptions",
      "WebhookErrorCode",
      "WebhookEvent",
      "WebhookRequest",
      "WebhookSignature",
    ],
  },
  "/serialization": {
    values: [
      "emptied",
      "getMember",
      "isObject",
      "list",
      "primitive",
      "primitives",
      "sent",
      "setMember",
      "slowPattern",
    ],
    types: [],
  },
  "/validation": {
    values: [
      "Evaluated",
      "count",
      "countReadOnly",
      "countUnlisted",
      "duplicate",
      "equal",
      "evaluateOnce",
      "getMember",
      "isBase64",
      "isDate",
      "isDateTime",
      "isDuration",
      "isEmail",
      "isHostname",
      "isInt32",
      "isInt64",
      "isInt64OrBigInt",
      "isInternationalEmail",
      "isInternationalHostname",
      "isIpv4",
      "isIpv6",
      "isIri",
      "isIriReference",
      "isJsonPointer",
      "isMultiple",
      "isMultipleOrBigInt",
      "isObject",
      "isRegularExpression",
      "isRelativeJsonPointer",
      "isTime",
      "isUri",
      "isUriReference",
      "isUriTemplate",
      "isUuid",
      "markReadOnly",
      "removeReadOnly",
      "removeUnlisted",
      "report",
      "reportMissing",
      "reportType",
      "reportUnlisted",
      "slowPattern",
      "token",
      "validator",
    ],
    types: [],
  },
} as const;

/** The names of the runtime that the generated client exports for its users. */
export const clientExports = {
  values: [
    "ApiError",
    "ConnectionError",
    "DecodeError",
    "FinalStatusError",
    "ItemTooLargeError",
    "PaginationError",
    "StreamError",
    "TimeoutError",
    "downloadProgress",
    "match",
    "partHeadersOf",
    "withPartHeaders",
    "withUploadProgress",
  ],
  types: [
    "Call",
    "CallInput",
    "CallOptions",
    "CallPolicy",
    "CallResult",
    "ClientCore",
    "ClientRequest",
    "Credential",
    "CredentialRequest",
    "CredentialValue",
    "Fetch",
    "FetchOptions",
    "ItemStream",
    "Middleware",
    "Next",
    "PageCall",
    "PollCall",
    "RawOptions",
    "StreamCall",
    "StreamCallOptions",
    "StreamEvent",
    "WaitOptions",
  ],
} as const;

type Entry = keyof typeof runtimeNames;
type NameOf<E extends Entry, K extends "values" | "types"> = (typeof runtimeNames)[E][K][number];

const moduleOf = (entry: Entry): string =>
  entry.startsWith("/mock")
    ? `${mockPackage}${entry.slice("/mock".length)}`
    : `${runtimePackage}${entry}`;

/** The name of a function or constant of one of the runtime's entries. */
export type RuntimeValue<E extends Entry> = NameOf<E, "values">;

/** Returns the symbol of a function or constant of the runtime. */
export function runtimeValue<E extends Entry>(entry: E, name: RuntimeValue<E>): ModuleSymbol {
  return { name, module: moduleOf(entry), isType: false };
}

/** Returns the symbol of a type of the runtime. */
export function runtimeType<E extends Entry>(entry: E, name: NameOf<E, "types">): ModuleSymbol {
  return { name, module: moduleOf(entry), isType: true };
}
