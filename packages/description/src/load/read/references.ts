import { arrayMember, isObject, member, type Json } from "../../json/json.ts";
import type { SourceFile } from "./source-file.ts";

/** Returns the references of a file that may lead to another file. */
export function referencesOf(file: SourceFile): string[] {
  const found = new Set<string>();
  const stack: (Json | undefined)[] = [file.value];
  while (stack.length > 0) {
    const value = stack.pop();
    if (Array.isArray(value)) for (const one of value as readonly Json[]) stack.push(one);
    if (!isObject(value)) continue;
    const discriminator = member(value, "discriminator");
    const mapping = member(discriminator, "mapping");
    const references = [
      value["$ref"],
      member(discriminator, "defaultMapping"),
      ...Object.values(isObject(mapping) ? mapping : {}),
      ...arrayMember(value, "security").flatMap((one) => (isObject(one) ? Object.keys(one) : [])),
    ];
    for (const reference of references) {
      if (typeof reference === "string" && !/^#|^[^/#.]*$/.test(reference)) found.add(reference);
    }
    for (const one of Object.values(value)) stack.push(one);
  }
  return [...found];
}
