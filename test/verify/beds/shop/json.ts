/** `JSON.rawJSON` of ES2026, which the declarations of TypeScript lack. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

/** Ids of orders are larger than a double can tell apart, so they are written digit by digit. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "bigint" ? rawJSON(String(member)) : member,
  );
}
