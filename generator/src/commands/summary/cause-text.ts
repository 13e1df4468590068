import { visible } from "@openapi-packages/description/diagnostics/diagnostics";
import { ownVersion } from "@openapi-packages/description/own-version";
import type { Cause } from "../../write/causes.ts";
import { filesText } from "./part-lines.ts";

/** Says why files are not up to date, and how many. */
export function causeText({ kind, from, paths }: Cause): string {
  const count = filesText(paths.length);
  const changed = `${count} would change`;
  switch (kind) {
    case "generator":
      return `${changed}: openapi-packages ${visible(from ?? "")} wrote them, and this is ${ownVersion}; the description may have changed too`;
    case "options":
      return `${changed}: the options have changed since they were written; the description may have too`;
    case "description":
      return `${changed}: the description has changed since they were written`;
    case "edited":
      return `${count} edited by hand`;
    case "unexpected":
      return `${count} in generated folders not written by a run`;
    case "missing":
      return `${count} missing: never written, removed, or not committed`;
  }
}
