import semver from "semver";
import { apiChangeName } from "../../surface/api-change.ts";
import { shortened } from "@openapi-packages/description/diagnostics/diagnostics";
import type { Change } from "../diff/change-types.ts";
import { markdownCode, markdownPlain, visible } from "@openapi-packages/description/text/escape";
import type { PackageChanges } from "./package-changes.ts";

/** A release of a package, for its changelog. */
export interface ChangelogRelease extends PackageChanges {
  readonly version: string;
  /** The date, such as `2026-11-22`. */
  readonly date: string;
  /** The packages of the same release that this one depends on. */
  readonly dependencies: readonly { readonly name: string; readonly version: string }[];
}

const start = `# Changelog

The format is that of [Keep a Changelog](https://keepachangelog.com/en/1.1.0/), versions are those of
[Semantic Versioning](https://semver.org/spec/v2.0.0.html).
`;

/** The kinds of entries of Keep a Changelog that changes of a description can have, in its order. */
const sections = ["Added", "Changed", "Deprecated", "Removed"] as const;

type Section = (typeof sections)[number];

/**
 * Adds the entry of a release to a changelog, below `[Unreleased]`. An entry of the same version is replaced
 * and keeps its date. Entries of versions above the last release were never released, and are removed.
 *
 * @param text the existing changelog; `undefined` if there is none
 * @param last the version of the last release
 */
export function withRelease(
  text: string | undefined,
  release: ChangelogRelease,
  last: string,
): string {
  const { head, entries } = parted(text ?? start);
  const known = entries.find(({ version }) => version === release.version);
  const date = known?.date ?? release.date;
  const kept = entries.filter(({ version }) => version === undefined || semver.lte(version, last));
  const unreleased = kept.filter(({ version }) => version === undefined);
  const released = kept.filter(({ version }) => version !== undefined);
  const parts = [
    head,
    ...unreleased.map((entry) => entry.text),
    releaseText({ ...release, date }),
    ...released.map((entry) => entry.text),
  ];
  return `${parts.map((part) => part.trim()).join("\n\n")}\n`;
}

/** Returns the entry of a release. */
export function releaseText(release: ChangelogRelease): string {
  const lines = sections.flatMap((section) => {
    const items = itemsOf(section, release);
    return items.length === 0 ? [] : ["", `### ${section}`, "", ...items];
  });
  return visible([`## [${release.version}] - ${release.date}`, ...lines].join("\n"));
}

function itemsOf(section: Section, release: ChangelogRelease): string[] {
  const own = release.changes.filter(({ change }) => sectionOf(change) === section);
  const items = own.map(({ change, isBreaking }) => `- ${marked(isBreaking)}${changeText(change)}`);
  if (section !== "Changed") return items;
  return [
    ...items,
    ...release.undeclared.map(
      (change) => `- ${marked(true)}${markdownCode(apiChangeName(change))}: ${change.code}`,
    ),
    ...release.dependencies.map(
      ({ name, version }) => `- Depends on ${markdownCode(`${name}@${version}`)}`,
    ),
  ];
}

const marked = (isBreaking: boolean): string => (isBreaking ? "**Breaking:** " : "");

function sectionOf({ code }: Change): Section {
  if (code.endsWith("-deprecated")) return "Deprecated";
  if (/^(?:operation|webhook|schema|.*parameter|.*property)-added$/.test(code)) return "Added";
  return /^(?:operation|webhook|schema|.*parameter|.*property)-removed$/.test(code)
    ? "Removed"
    : "Changed";
}

/** The maximum number of names listed for a change. */
const mostNames = 3;

function changeText({ message, touches }: Change): string {
  const names = touches.methods.length > 0 ? touches.methods : touches.types;
  const rest = names.length - mostNames;
  const listed = names.slice(0, mostNames).map(markdownCode).join(", ");
  const more = rest > 0 ? ` and ${rest} more` : "";
  return `${markdownPlain(shortened(message))}${listed === "" ? "" : ` (${listed}${more})`}`;
}

interface Entry {
  /** `undefined` if the entry is not a release: `[Unreleased]`. */
  readonly version: string | undefined;
  readonly date: string | undefined;
  readonly text: string;
}

/** Splits a changelog into the text before the first entry, and the entries. */
function parted(text: string): { readonly head: string; readonly entries: readonly Entry[] } {
  const [head = "", ...parts] = text.replaceAll("\r\n", "\n").split(/^(?=## )/m);
  const entries = parts.map((part): Entry => {
    const [, name = "", date] = /^## \[?v?([^\]\s]+)\]?(?: - (\S+))?/.exec(part) ?? [];
    return { version: semver.valid(name) ?? undefined, date, text: part };
  });
  return { head, entries };
}
