/**
 * The formats that validators check, and the runtime functions that check them. Other formats are
 * ignored, as JSON Schema 2020-12 says. `password` and `double` are left out because every string
 * or number conforms to them.
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
