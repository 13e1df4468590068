export interface User {
  name: string;
  organisation: string;
}

const users = new Map<string, User>([
  ["meridian-ines-58d1", { name: "ines", organisation: "meridian" }],
  ["polaris-tomas-c3e7", { name: "tomas", organisation: "polaris" }],
]);

export const userOf = (token: string): User | undefined => users.get(token);
