import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject } from "ajv";
import { renderReport, type VerifyReport } from "@openapi-packages/verify";

const schema = JSON.parse(
  readFileSync(new URL("../report.schema.json", import.meta.url), "utf8"),
) as object;

/** The schema without members that it does not name: later versions may add some, this one must name them all. */
const closed = JSON.parse(
  JSON.stringify(schema).replaceAll('"additionalProperties":true', '"additionalProperties":false'),
) as object;

/** Why a report as JSON is not as its schema says, or has what the schema does not name. */
export function reportProblems(report: VerifyReport): readonly ErrorObject[] {
  const value: unknown = JSON.parse(renderReport("json", report));
  return [schema, closed].flatMap((one) => {
    const validate = new Ajv({ allErrors: true }).compile(one);
    validate(value);
    return validate.errors ?? [];
  });
}
