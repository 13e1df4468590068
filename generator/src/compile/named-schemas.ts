import type { ApiModel } from "../model/api-model.ts";
import type { CodeSchema } from "./code-module.ts";

const known = new WeakMap<ApiModel, ReadonlyMap<string, CodeSchema>>();

/** The schemas with a name, by the pointers that references to them have, as code calls them. */
export function namedSchemas(model: ApiModel): ReadonlyMap<string, CodeSchema> {
  const made = known.get(model) ?? makeNamed(model);
  known.set(model, made);
  return made;
}

function makeNamed({ schemas }: ApiModel): ReadonlyMap<string, CodeSchema> {
  return new Map(
    schemas.map(({ pointer, typeName, schema }) => [
      pointer,
      { name: asciiName(typeName), schema },
    ]),
  );
}

/** Names of functions are plain, whatever the letters of the description. */
export function asciiName(name: string): string {
  return name.replace(/[^\w$]/g, (character) => `$${character.codePointAt(0)?.toString(16)}`);
}
