import { dirname, relative, resolve } from "node:path";
import { didYouMean, isObject, wrongValues } from "../options/check-value.ts";
import { functionOptions, type Option } from "../options/option.ts";
import { configOptions, type OptionValues } from "../options/option-table.ts";

/** An invalid part of a configuration. */
export interface ConfigProblem {
  /** The keys and indexes that lead to it. */
  readonly path: readonly string[];
  /** The message, which starts with the key: `[1].mock.port is …`. */
  readonly message: string;
}

/** The jobs of a configuration, and its problems. */
export interface ReadConfig {
  readonly jobs: readonly OptionValues[];
  readonly problems: readonly ConfigProblem[];
}

const options = new Map<string, Option>(Object.entries(configOptions));

/** The keys of a configuration whose values are objects of options, such as `mock`. */
export const sections: readonly string[] = [
  ...new Set([...options.keys()].filter((key) => key.includes(".")).map((key) => sectionOf(key))),
];

function sectionOf(key: string): string {
  return key.slice(0, key.indexOf("."));
}

/**
 * Reads the value of a configuration.
 *
 * @param file the path of the configuration; paths in its value are relative to it
 */
export function readConfig(value: unknown, file: string): ReadConfig {
  if (Array.isArray(value) && value.length === 0)
    return { jobs: [], problems: [{ path: [], message: "the list of jobs is empty" }] };
  const read = Array.isArray(value)
    ? value.map((job: unknown, index) => readJob(job, [String(index)], file))
    : [readJob(value, [], file)];
  return {
    jobs: read.flatMap(({ jobs }) => jobs),
    problems: read.flatMap(({ problems }) => problems),
  };
}

function readJob(job: unknown, path: readonly string[], file: string): ReadConfig {
  if (!isObject(job))
    return {
      jobs: [],
      problems: [problem(path, "is not an object of options", "the configuration")],
    };
  const values: [string, unknown][] = [];
  const problems: ConfigProblem[] = [];
  for (const { section, name, value, path: at } of members(job, path, problems)) {
    const key = section === undefined ? name : `${section}.${name}`;
    if (isFunctionOption(key)) {
      if (typeof value === "function") values.push([key, value]);
      else
        problems.push(problem(at, "is a function, which a configuration in TypeScript can have"));
      continue;
    }
    const option = name.includes(".") ? undefined : options.get(key);
    if (option === undefined) {
      const hint = didYouMean(name, keysOf(section));
      problems.push({ path: at, message: `there is no option ${keyPath(at)}${hint}` });
      continue;
    }
    const wrong = wrongValues(option, value);
    problems.push(...wrong.map((one) => problem([...at, ...one.path], one.message)));
    values.push([key, option.isPath === true ? fromHere(value, file) : value]);
  }
  // Each value has been checked against the type that the table gives it.
  return { jobs: [Object.fromEntries(values) as OptionValues], problems };
}

interface Member {
  readonly section: string | undefined;
  readonly name: string;
  readonly value: unknown;
  readonly path: readonly string[];
}

/** Lists the members of a job and of its sections, without undefined ones. */
function members(
  job: Readonly<Record<string, unknown>>,
  path: readonly string[],
  problems: ConfigProblem[],
): Member[] {
  return Object.entries(job).flatMap(([name, value]): Member[] => {
    const at = [...path, name];
    if (value === undefined || name === "$schema") return [];
    if (!sections.includes(name)) return [{ section: undefined, name, value, path: at }];
    if (isObject(value))
      return Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([key, one]) => ({ section: name, name: key, value: one, path: [...at, key] }));
    problems.push(problem(at, "is not an object of options"));
    return [];
  });
}

function isFunctionOption(key: string): boolean {
  return functionOptions.some((one) => one === key);
}

/** The keys that a section, or without one a job, may have. */
function keysOf(section: string | undefined): string[] {
  const keys = [...options.keys()];
  if (section === undefined)
    return [...keys.filter((key) => !key.includes(".")), ...sections, ...functionOptions];
  const ofSection = keys.filter((key) => key.startsWith(`${section}.`));
  return ofSection.map((key) => key.slice(section.length + 1));
}

function problem(path: readonly string[], message: string, otherwise = ""): ConfigProblem {
  return { path, message: `${keyPath(path) || otherwise} ${message}` };
}

/** Formats the path of a key: `[1].mock.port`. */
function keyPath(path: readonly string[]): string {
  return path
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join("");
}

/** Makes the paths in a value relative to the working folder. URLs and `-` stay. */
function fromHere(value: unknown, file: string): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => fromHere(one, file));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, fromHere(one, file)]),
    );
  if (typeof value !== "string" || value === "-" || /^[a-z][\w+.-]+:\/\//i.test(value))
    return value;
  return relative(process.cwd(), resolve(dirname(file), value)) || ".";
}
