import type { Verdict } from "@openapi-packages/cli/explain/pages";
import type { ApiChange, ApiVerdicts } from "./api-change.ts";
import { compareDeclarations, type Breaks } from "./compare-declarations.ts";
import { inOrder } from "./normal-text.ts";
import type { PackageSurface } from "./package-surface.ts";
import { audiencesOf, RoleFinder, type Audience, type Roles } from "./roles.ts";
import type { Declaration, ExportedName, Surface } from "./surface.ts";
import { judgeTypes, type TypeQuestion } from "./type-judge.ts";

/** A change before it is known whom it breaks. */
interface Found {
  readonly change: Omit<ApiChange, "verdicts">;
  /** `undefined` if the types must be compared. */
  readonly breaks: Breaks | undefined;
  /**
   * The declaration whose readers and writers the change affects; `undefined` if it affects
   * everyone who uses the package.
   */
  readonly placed?: Declaration;
  readonly question?: TypeQuestion;
}

const nobody: Breaks = { readers: false, writers: false };
const everybody: Breaks = { readers: true, writers: true };

/**
 * Returns the differences between two surfaces, by name, and whose code they break. Callers use the
 * client, the mocks and the contract; handlers use the server and the contract.
 * Declarations are compared by their text, and by TypeScript if the texts differ and no rule
 * decides. It does not matter in which file a name is declared.
 */
export function compareSurfaces(base: Surface, head: Surface): ApiChange[] {
  const found: Found[] = [];
  for (const before of base.packages) {
    const after = head.packages.find(({ folder }) => folder === before.folder);
    if (after === undefined || after.packageName !== before.packageName)
      found.push({ change: ofPackage("package-removed", before), breaks: everybody });
    else found.push(...comparePackage(base, before, head, after));
  }
  for (const after of head.packages)
    if (!base.packages.some(({ packageName }) => packageName === after.packageName))
      found.push({ change: ofPackage("package-added", after), breaks: nobody });
  return judged(base, head, found);
}

function judged(base: Surface, head: Surface, found: readonly Found[]): ApiChange[] {
  if (found.length === 0) return [];
  const questions = found.flatMap(({ question }) => question ?? []);
  // Starting TypeScript takes longer than everything else.
  const answers = questions.length === 0 ? [] : judgeTypes(base, head, questions);
  const byQuestion = new Map(questions.map((one, index) => [one, answers[index]]));
  const [rolesBefore, roles] = [new RoleFinder(base), new RoleFinder(head)];
  return found.map(({ change, breaks, placed, question }) => {
    const answer = question && byQuestion.get(question);
    const known = breaks ?? {
      readers: answer?.isHeadAssignable !== true,
      writers: answer?.isBaseAssignable !== true,
    };
    const finder = change.head === undefined ? rolesBefore : roles;
    return {
      ...change,
      verdicts: verdictsOf(change.folder, known, placed && finder.rolesOf(placed)),
    };
  });
}

function verdictsOf(folder: string, breaks: Breaks, roles: Roles | undefined): ApiVerdicts {
  const of = (audience: Audience): Verdict => {
    if (!audiencesOf(folder).includes(audience)) return "none";
    // Code that names something removed does not compile, whatever it does with it.
    if (breaks.readers && breaks.writers && roles === undefined) return "breaking";
    const uses = roles?.[audience] ?? new Set();
    if (uses.size === 0) return roles === undefined ? "compatible" : "none";
    const isBroken =
      (breaks.readers && uses.has("reads")) || (breaks.writers && uses.has("writes"));
    return isBroken ? "breaking" : "compatible";
  };
  return { callers: of("callers"), handlers: of("handlers") };
}

function ofPackage(
  code: "package-added" | "package-removed",
  { folder, packageName }: PackageSurface,
): Found["change"] {
  const isAdded = code === "package-added";
  return {
    code,
    folder,
    packageName,
    entries: [],
    name: undefined,
    member: [],
    base: isAdded ? undefined : packageName,
    head: isAdded ? packageName : undefined,
  };
}

function comparePackage(
  base: Surface,
  before: PackageSurface,
  head: Surface,
  after: PackageSurface,
): Found[] {
  const [old, now] = [before.entries, after.entries];
  const { folder, packageName } = before;
  const place = { folder, packageName, name: undefined, member: [] };
  const common = [...old].filter(([specifier]) => now.has(specifier));
  const exports = common.map(
    ([specifier, path]) =>
      [
        specifier,
        base.exportsOf(before, path),
        head.exportsOf(after, now.get(specifier) ?? ""),
      ] as const,
  );
  const names = new ComparedNames(folder, packageName);
  for (const [specifier, theirs, ours] of exports) names.compare(specifier, theirs, ours);
  return [
    ...[...old.keys()]
      .filter((one) => !now.has(one))
      .map((one): Found => {
        const change = { ...place, code: "entry-removed", entries: [one], base: one } as const;
        return { change: { ...change, head: undefined }, breaks: everybody };
      }),
    ...[...now.keys()]
      .filter((one) => !old.has(one))
      .map((one): Found => {
        const change = { ...place, code: "entry-added", entries: [one], head: one } as const;
        return { change: { ...change, base: undefined }, breaks: nobody };
      }),
    ...names.found(),
    ...mentionedAlone(base, before, head, names),
  ];
}

/** Compares the exports of entries. A name that several entries export gives one change. */
class ComparedNames {
  readonly #folder: string;
  readonly #packageName: string;
  readonly #found = new Map<string, Found>();
  /** The declarations that the entries export. */
  readonly exported = new Set<unknown>();

  constructor(folder: string, packageName: string) {
    this.#folder = folder;
    this.#packageName = packageName;
  }

  found(): Found[] {
    return [...this.#found.values()].toSorted((one, other) =>
      inOrder(one.change.name ?? "", other.change.name ?? ""),
    );
  }

  compare(
    entry: string,
    base: ReadonlyMap<string, ExportedName>,
    head: ReadonlyMap<string, ExportedName>,
  ): void {
    for (const [name, before] of base) {
      const after = head.get(name);
      this.exported.add(before.declared);
      if (after === undefined) this.#add(entry, name, "export-removed", before, everybody);
      else this.#compareName(entry, name, before, after);
    }
    for (const [name, after] of head)
      if (!base.has(name)) this.#add(entry, name, "export-added", after, nobody);
  }

  #compareName(entry: string, name: string, before: ExportedName, after: ExportedName): void {
    if (after.isTypeOnly && !before.isTypeOnly)
      this.#add(entry, name, "export-became-type", after, everybody);
    const [base, head] = [before.declared, after.declared];
    // A declaration of another package is compared there.
    if (base?.package.folder === this.#folder && head?.package.folder === this.#folder)
      for (const found of compared(base, head, this.#place(name))) this.#join(entry, found);
  }

  #place = (name: string): Place => ({
    folder: this.#folder,
    packageName: this.#packageName,
    name,
  });

  #add(
    entry: string,
    name: string,
    code: "export-added" | "export-removed" | "export-became-type",
    { declared }: ExportedName,
    breaks: Breaks,
  ): void {
    const text = declared?.text ?? name;
    const base = code === "export-added" ? undefined : text;
    const head = code === "export-removed" ? undefined : text;
    const change = { ...this.#place(name), code, entries: [], member: [], base, head };
    this.#join(entry, { change, breaks });
  }

  #join(entry: string, found: Found): void {
    const { code, name, member, base, head } = found.change;
    const key = JSON.stringify([code, name, member, base, head]);
    const known = this.#found.get(key) ?? found;
    const entries = [...known.change.entries, entry];
    this.#found.set(key, { ...known, change: { ...known.change, entries } });
  }
}

type Place = Pick<ApiChange, "folder" | "packageName"> & { readonly name: string };

function compared(base: Declaration, head: Declaration, place: Place): Found[] {
  const changes = compareDeclarations(base, head);
  return changes.map(({ breaks: known, ...change }) => {
    const isOfList = typeLists.test(place.name) && change.head !== undefined;
    const breaks = isOfList ? nobody : known;
    return {
      change: { ...place, entries: [], ...change },
      breaks,
      placed: change.head === undefined ? base : head,
      ...(breaks === undefined ? { question: { base, head, member: change.member } } : {}),
    };
  });
}

/**
 * Types and values that only list names. Nobody creates values of them, so only removals break
 * code.
 */
const typeLists = /^(?:ApiMockTypes|ServerVariables|operationTable|ops|paths|.*\$Defaults)$/;

/** Compares declarations that no entry exports but others mention. */
function mentionedAlone(
  base: Surface,
  before: PackageSurface,
  head: Surface,
  { exported }: ComparedNames,
): Found[] {
  const { folder, packageName } = before;
  const later = head.declarations().filter((one) => one.package.folder === folder);
  return base.declarations().flatMap((declaration) => {
    const { path, name } = declaration;
    if (declaration.package !== before || exported.has(declaration)) return [];
    const other = later.find((one) => one.path === path && one.name === name);
    return other === undefined ? [] : compared(declaration, other, { folder, packageName, name });
  });
}
