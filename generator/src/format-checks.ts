/**
 * The formats that validators check, by the functions of the runtime that do; any other `format` is ignored,
 * as JSON Schema 2020-12 has it. What every text or number has, such as `password` and `double`, needs no check.
 */
export const formatChecks = {
  string: {
    byte: "isBase64",
    date: "isDate",
    "date-time": "isDateTime",
    duration: "isDuration",
    email: "isEmail",
    hostname: "isHostname",
    "idn-email": "isInternationalEmail",
    "idn-hostname": "isInternationalHostname",
    ipv4: "isIpv4",
    ipv6: "isIpv6",
    iri: "isIri",
    "iri-reference": "isIriReference",
    "json-pointer": "isJsonPointer",
    regex: "isRegularExpression",
    "relative-json-pointer": "isRelativeJsonPointer",
    time: "isTime",
    uri: "isUri",
    "uri-reference": "isUriReference",
    "uri-template": "isUriTemplate",
    uuid: "isUuid",
  },
  number: { int32: "isInt32", int64: "isInt64" },
} as const;
