import { Problem } from "./problems.ts";

/** The association of each keeper, by the token of the keeper. */
const associations = new Map([
  ["linden-marta-7f20", "linden"],
  ["heather-olof-91bc", "heather"],
]);

/** @throws Problem if the request has no token, or one of nobody (RFC 6750, section 3). */
export function associationOf(headers: Headers): string {
  const token = /^Bearer +(?<token>\S+)$/i.exec(headers.get("Authorization") ?? "")?.groups?.[
    "token"
  ];
  const association = associations.get(token ?? "");
  if (association !== undefined) return association;
  throw new Problem(401, "unauthorized", "A keeper's token is required.", {
    headers: { "WWW-Authenticate": 'Bearer realm="apiary"' },
  });
}
