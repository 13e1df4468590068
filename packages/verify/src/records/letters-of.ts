/** Returns the letters and digits of a name in lower case, by which `teamId` and `team_id` are the same. */
export const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
