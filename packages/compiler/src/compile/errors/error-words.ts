import type { ProblemSource } from "@openapi-packages/runtime";

/** Well-known member names by the information that they hold, without case, `_` and `-`. */
const words: readonly (readonly [ProblemSource, string])[] = [
  [
    "detail",
    "message msg detail details description errordescription errormessage reason text developermessage usermessage longmessage info cause explanation",
  ],
  ["title", "title summary shortmessage statustext reasonphrase statusmessage label"],
  ["code", "code errorcode type errortype kind error name key reasoncode errorname exception"],
  ["status", "status statuscode httpstatus httpstatuscode httpcode"],
  ["instance", "instance path requestpath endpoint"],
  ["requestId", "requestid traceid correlationid xrequestid errorid logid"],
  ["time", "timestamp time date occurredat createdat datetime"],
  ["method", "method httpmethod verb"],
];

/** Well-known member names of a single issue. */
const issueWords: readonly (readonly [ProblemSource, string])[] = [
  ["message", "message msg detail details description error reason text errormessage issue"],
  [
    "pointer",
    "pointer field path property loc location parameter param name source attribute key member fieldname propertyname target",
  ],
  ["in", "in place"],
  ["keyword", "code type keyword rule errorcode kind constraint"],
];

/** Names of members that list the issues of a request. */
const listWords = new Set(
  "errors issues details detail violations fielderrors invalidparams invalidparameters validationerrors causes messages fields problems reasons fieldviolations suberrors failures errorlist errormessages validationmessages invalidfields faults".split(
    " ",
  ),
);

/** Names of optional members that hold a nested error. */
const holderWords = new Set(
  "error errors problem fault failure exception status result response meta source detail body".split(
    " ",
  ),
);

/** Names of members that hold the URL of documentation on the kind of error. */
const documentationWords = new Set(
  "documentationurl documentation docurl docsurl docs helpurl helplink help moreinfo moreinfourl infourl".split(
    " ",
  ),
);

const plain = (name: string): string => name.replace(/[^a-zA-Z0-9]/g, "").toLowerCase();

const tableOf = (
  rows: readonly (readonly [ProblemSource, string])[],
): ReadonlyMap<string, ProblemSource> =>
  new Map(rows.flatMap(([source, names]) => names.split(" ").map((name) => [name, source])));

const problemTable = tableOf(words);
const issueTable = tableOf(issueWords);

/** Returns what a member of this name usually holds, in an error or in one of its issues. */
export const sourceOf = (name: string, isIssue: boolean): ProblemSource | undefined =>
  (isIssue ? issueTable.get(plain(name)) : undefined) ?? problemTable.get(plain(name));

/** True if a member of this name usually lists the issues. */
export const isListWord = (name: string): boolean => listWords.has(plain(name));

/** True if a member of this name usually holds a nested error. */
export const isHolderWord = (name: string): boolean => holderWords.has(plain(name));

/** True if a member of this name usually holds the URL of documentation on the kind of error. */
export const isDocumentationWord = (name: string): boolean => documentationWords.has(plain(name));

/** Well-known error codes by the status of a refusal. */
const codeWords: Readonly<Record<number, string>> = {
  400: "badrequest validationerror validationfailed validation invalidrequest invalidrequesterror invalidargument invalidinput invalidparameter invalidparameters invalid clienterror",
  401: "unauthorized unauthenticated authenticationerror authenticationfailed notauthenticated invalidcredentials invalidtoken invalidclient accessdenied",
  403: "forbidden permissiondenied permissionerror notauthorized insufficientscope insufficientpermissions accessdenied unauthorized",
  404: "notfound notfounderror resourcenotfound missing unknown",
  405: "methodnotallowed notallowed unsupported",
  406: "notacceptable unsupported",
  408: "requesttimeout timeout deadlineexceeded",
  409: "conflict alreadyexists exists duplicate aborted",
  412: "preconditionfailed failedprecondition",
  413: "payloadtoolarge contenttoolarge requestentitytoolarge requesttoolarge toolarge",
  414: "uritoolong toolong",
  415: "unsupportedmediatype unsupported",
  422: "unprocessablecontent unprocessableentity unprocessable validationerror validationfailed validation invalid",
  431: "headerstoolarge requestheaderfieldstoolarge",
  500: "internalservererror internalerror internal servererror apierror unexpectederror unexpected unknown error",
  501: "notimplemented unimplemented internalservererror internalerror internal servererror apierror",
  503: "serviceunavailable unavailable temporarilyunavailable overloaded servererror internalservererror internalerror internal apierror",
};

/** The statuses with which a server itself refuses requests. */
export const refusalStatuses: readonly number[] = Object.keys(codeWords).map(Number);

/** Returns the enum value that means a status; `undefined` if there is none. */
export function valueFor(status: number, values: readonly unknown[]): unknown {
  const exact = values.find((value) => value === status || value === String(status));
  if (exact !== undefined) return exact;
  const texts = new Map(
    values.flatMap((value) => (typeof value === "string" ? [[plain(value), value] as const] : [])),
  );
  const general = status < 500 ? " badrequest invalidrequest invalidrequesterror clienterror" : "";
  const word = `${codeWords[status] ?? ""}${general}`.split(" ").find((one) => texts.has(one));
  return word === undefined ? undefined : texts.get(word);
}

/** Finds the enum value that means failure, such as `error` in the `status` of JSend. */
export const failureWord = (values: readonly unknown[]): unknown =>
  values.find(
    (value) => typeof value === "string" && /^(error|fail(ed|ure)?|ko|nok|err)$/i.test(value),
  );
