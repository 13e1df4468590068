import { Validator } from "@cfworker/json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonObject } from "../../description/src/json/json.ts";

/** Tells what a validator that interprets schemas says of values and schema A. */
export function interpreted(components: JsonObject): (value: unknown) => boolean {
  const root = { components: { schemas: components }, $ref: "#/components/schemas/A" };
  const validator = new Validator(root, "2020-12");
  return (given) => validator.validate(given).valid;
}

/** Tells what a validator that compiles schemas says of values and schema A. */
export function compiled(components: JsonObject): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true });
  ajv.addSchema({ $id: "root", components: { schemas: components } });
  return (given) => ajv.validate("root#/components/schemas/A", given);
}
