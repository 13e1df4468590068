/** The way from one file to another, of the same file system or host. */
export function relativeUri(from: string, to: string): string {
  const [folder, target] = [from.split("/").slice(0, -1), to.split("/")];
  const isOther = (part: string, index: number): boolean => part !== target[index];
  const first = folder.findIndex(isOther);
  const same = first === -1 ? folder.length : first;
  return [...folder.slice(same).map(() => ".."), ...target.slice(same)].join("/");
}
