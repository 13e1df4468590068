/** The place of the report of a package, in its folder; `package.json` does not list it for publication. */
export const reportPath = (folder: string): string => `${folder}/etc/${folder}.api.md`;

/** The folder of the package whose report stands there, in the folder that holds the packages; `undefined` of other files. */
export const reportFolder = (path: string): string | undefined =>
  /^([^/]+)\/etc\/\1\.api\.md$/.exec(path)?.[1];
