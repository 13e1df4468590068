import { Refusal } from "./errors.ts";
import type { Comment, Language, Project, Settings, SourceFile, Term } from "./records.ts";
import { seedProjects, seedSettings, seedTerms } from "./seeds.ts";

const customersOfKeys = new Map([
  ["lakeside-4f8a20b6", "lakeside"],
  ["harbour-91d3c7e5", "harbour"],
]);

export const customerOf = (key: string): string | undefined => customersOfKeys.get(key);

export const projects = new Map<string, Project>(
  seedProjects().map((project) => [project.id, project]),
);

export const files = new Map<string, SourceFile>(
  [...projects.values()].flatMap((project) => project.files).map((file) => [file.id, file]),
);

export const settings = new Map<string, Settings>(seedSettings());

const glossaries = new Map<string, Map<string, Term>>();

/** The glossary of a customer for a target language, by term. */
export function glossaryOf(customer: string, language: Language): Map<string, Term> {
  const name = `${customer}/${language}`;
  const known = glossaries.get(name);
  if (known !== undefined) return known;
  const made = new Map<string, Term>();
  glossaries.set(name, made);
  return made;
}

export const customers = (): string[] => [...customersOfKeys.values()];

for (const { customer, language, ...term } of seedTerms())
  glossaryOf(customer, language).set(term.term, term);

const highest = (numbers: number[]): number => Math.max(0, ...numbers);

const counters = {
  project: highest([...projects.values()].map((project) => project.number)),
  file: highest([...files.keys()].map((id) => Number(id.slice(2)))),
  comment: highest(
    [...projects.values()].flatMap((project) =>
      project.comments.map((comment: Comment) => comment.number),
    ),
  ),
};

export function nextNumber(kind: keyof typeof counters): number {
  counters[kind] += 1;
  return counters[kind];
}

/** The project of the customer. Throws 404 where there is none. */
export function projectOf(customer: string, id: string): Project {
  const project = projects.get(id);
  if (project === undefined || project.customer !== customer)
    throw new Refusal(404, "There is no such project.");
  return project;
}
