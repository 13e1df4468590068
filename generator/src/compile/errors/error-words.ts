import type { ProblemSource } from "@openapi-packages/runtime";

/** Words of members by what they usually hold, without case, `_` and `-`. */
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

/** Words of the members of one finding. */
const issueWords: readonly (readonly [ProblemSource, string])[] = [
  ["message", "message msg detail details description error reason text errormessage issue"],
  [
    "pointer",
    "pointer field path property loc location parameter param name source attribute key member fieldname propertyname target",
  ],
  ["in", "in place"],
  ["keyword", "code type keyword rule errorcode kind constraint"],
];

/** Names of members with what was found wrong with a request. */
const listWords = new Set(
  "errors issues details detail violations fielderrors invalidparams invalidparameters validationerrors causes messages fields problems reasons fieldviolations suberrors failures".split(
    " ",
  ),
);

/** Names of optional members that hold an error inside of an error. */
const holderWords = new Set(
  "error errors problem fault failure exception status result response meta source detail body".split(
    " ",
  ),
);

/** Names of members with the address of a page on the kind of error. */
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

/** What a member of this name usually holds, of the error or of one of its findings. */
export const sourceOf = (name: string, isIssue: boolean): ProblemSource | undefined =>
  (isIssue ? issueTable.get(plain(name)) : undefined) ?? problemTable.get(plain(name));

/** True if a member of this name usually lists what was found wrong. */
export const isListWord = (name: string): boolean => listWords.has(plain(name));

/** True if a member of this name usually holds an error. */
export const isHolderWord = (name: string): boolean => holderWords.has(plain(name));

/** True if a member of this name usually has the address of a page on the kind of error. */
export const isDocumentationWord = (name: string): boolean => documentationWords.has(plain(name));

/** Words for kinds of errors by the status that a server refuses with. */
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

/** The statuses that a server refuses with by itself. */
export const refusalStatuses: readonly number[] = Object.keys(codeWords).map(Number);

/** The value of an enumeration that stands for a status; `undefined` where none does. */
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

/** Words of an enumeration for whether all went well, such as `status` of JSend. */
export const failureWord = (values: readonly unknown[]): unknown =>
  values.find(
    (value) => typeof value === "string" && /^(error|fail(ed|ure)?|ko|nok|err)$/i.test(value),
  );
