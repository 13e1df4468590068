import ts from "typescript";
import type { ApiReport } from "./report-file.ts";
import type { Declaration } from "./report-module.ts";
import type { PlacedDeclaration, Surface } from "./surface.ts";

/** Who has to do with a declaration: code that calls the API, or handlers of its operations. */
export type Audience = "callers" | "handlers";

/** What code does with values of a type: it reads what it is given, and writes what it gives. */
export type Use = "reads" | "writes";

/** What audiences do with a declaration. */
export interface Roles {
  readonly callers: ReadonlySet<Use>;
  readonly handlers: ReadonlySet<Use>;
}

/** The audiences of a package; those that emitters of a user write may have both. */
export function audiencesOf(folder: string): readonly Audience[] {
  if (folder === "client" || folder === "mocks") return ["callers"];
  return folder === "server" ? ["handlers"] : ["callers", "handlers"];
}

/** Types of others whose first argument is what the function is given: `Handler<Input, Result>`. */
const takers: ReadonlySet<string> = new Set(["Handler"]);

/** Types of others whose arguments are lists of types by name, of which there are no values. */
const typeLists: ReadonlySet<string> = new Set([
  "CreateMockOptions",
  "FetchClient",
  "MswMock",
  "OperationTypes",
]);

/**
 * Works out what callers and handlers do with each declaration of packages: what exported functions and constants give is
 * read, what functions take is written, and so on with what these mention. What nothing leads to is read: types that
 * code names, of which nobody is known to make values.
 */
export class RoleFinder {
  readonly #surface: Surface;
  readonly #found = new Map<string, Set<string>>();

  constructor(surface: Surface) {
    this.#surface = surface;
    for (const report of surface.reports)
      for (const audience of audiencesOf(report.folder)) this.#startAt(report, audience);
  }

  /** What audiences do with a declaration. */
  rolesOf(placed: PlacedDeclaration): Roles {
    const found = this.#found.get(keyOf(placed));
    const of = (audience: Audience): ReadonlySet<Use> => {
      const uses = (["reads", "writes"] as const).filter((use) => found?.has(`${audience} ${use}`));
      const isOwn = audiencesOf(placed.report.folder).includes(audience);
      return new Set<Use>(found === undefined && isOwn ? ["reads"] : uses);
    };
    return { callers: of("callers"), handlers: of("handlers") };
  }

  #startAt(report: ApiReport, audience: Audience): void {
    for (const [path, module] of report.modules)
      for (const declaration of module.declarations.values()) {
        const isValue = declaration.nodes.some(
          (node) => !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node),
        );
        // What a contract exports are tables; who gets and gives what is said by the client and the server.
        if (isValue && declaration.isExported)
          this.#visit(
            { report, path, declaration },
            audience,
            "reads",
            report.folder !== "contract",
          );
      }
  }

  #visit(placed: PlacedDeclaration, audience: Audience, use: Use, areFollowed: boolean): void {
    // The values of a contract are tables; who gets and gives what is said by the client and the server.
    const isTable = placed.report.folder === "contract" && isValue(placed.declaration);
    const isFollowed = areFollowed && !isTable;
    const key = keyOf(placed);
    const role = `${audience} ${use}`;
    const known = this.#found.get(key) ?? new Set();
    // Where arguments were not followed, they may be now.
    const mark = isFollowed ? `${role} followed` : role;
    if (known.has(mark)) return;
    this.#found.set(key, known.add(role).add(mark));
    const visit = { placed, audience, use, isFollowed };
    for (const node of placed.declaration.nodes) {
      // Handlers are given to functions of the server; what these give is for its listener.
      const isOfServer = placed.report.folder === "server" && ts.isFunctionDeclaration(node);
      for (const one of isOfServer ? node.parameters : [node]) this.#walk(one, visit);
    }
  }

  #walk(node: ts.Node, visit: Visit): void {
    const flipped: Visit = { ...visit, use: visit.use === "reads" ? "writes" : "reads" };
    if (ts.isParameter(node)) {
      if (node.type !== undefined) this.#walk(node.type, flipped);
    } else if (ts.isTypeReferenceNode(node)) {
      this.#reference(node, visit, flipped);
    } else if (ts.isTypeQueryNode(node)) {
      this.#mention(nameOf(node.exprName), visit);
    } else {
      if (ts.isExpressionWithTypeArguments(node) && ts.isIdentifier(node.expression))
        this.#mention(node.expression.text, visit);
      ts.forEachChild(node, (child) => this.#walk(child, visit));
    }
  }

  #reference(node: ts.TypeReferenceNode, visit: Visit, flipped: Visit): void {
    const name = nameOf(node.typeName);
    const isOurs = this.#mention(name, visit);
    const short = name.split(".").at(-1) ?? name;
    if (!isOurs && (!visit.isFollowed || typeLists.has(short))) return;
    for (const [index, argument] of (node.typeArguments ?? []).entries())
      this.#walk(argument, takers.has(short) && index === 0 ? flipped : visit);
  }

  /** @returns whether the name is one of the surface */
  #mention(name: string, { placed, audience, use, isFollowed }: Visit): boolean {
    const target = this.#surface.resolve(placed.report, placed.path, name);
    if (target !== undefined) this.#visit(target, audience, use, isFollowed);
    return target !== undefined;
  }
}

const isValue = ({ nodes }: Declaration): boolean =>
  nodes.some((node) => !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node));

/** A declaration as it is visited. */
interface Visit {
  readonly placed: PlacedDeclaration;
  readonly audience: Audience;
  readonly use: Use;
  /** Whether the arguments of types of others are followed. */
  readonly isFollowed: boolean;
}

const keyOf = ({ report, path, declaration }: PlacedDeclaration): string =>
  `${report.packageName} ${path} ${declaration.name}`;

function nameOf(node: ts.EntityName): string {
  return ts.isIdentifier(node) ? node.text : `${nameOf(node.left)}.${node.right.text}`;
}
