import ts from "typescript";
import type { Declaration, Surface } from "./surface.ts";

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
  readonly #found = new Map<Declaration, Set<string>>();

  constructor(surface: Surface) {
    this.#surface = surface;
    for (const one of surface.packages)
      for (const audience of audiencesOf(one.folder))
        for (const path of one.entries.values())
          for (const { declared } of surface.exportsOf(one, path).values())
            // What a contract exports are tables; who gets and gives what is said by the client and the server.
            if (declared?.package === one && isValue(declared))
              this.#visit(declared, audience, "reads", one.folder !== "contract");
  }

  /** What audiences do with a declaration. */
  rolesOf(declaration: Declaration): Roles {
    const found = this.#found.get(declaration);
    const of = (audience: Audience): ReadonlySet<Use> => {
      const uses = (["reads", "writes"] as const).filter((use) => found?.has(`${audience} ${use}`));
      const isOwn = audiencesOf(declaration.package.folder).includes(audience);
      return new Set<Use>(found === undefined && isOwn ? ["reads"] : uses);
    };
    return { callers: of("callers"), handlers: of("handlers") };
  }

  #visit(declaration: Declaration, audience: Audience, use: Use, areFollowed: boolean): void {
    // The values of a contract are tables; who gets and gives what is said by the client and the server.
    const isTable = declaration.package.folder === "contract" && isValue(declaration);
    const isFollowed = areFollowed && !isTable;
    const role = `${audience} ${use}`;
    const known = this.#found.get(declaration) ?? new Set();
    // Where arguments were not followed, they may be now.
    const mark = isFollowed ? `${role} followed` : role;
    if (known.has(mark)) return;
    this.#found.set(declaration, known.add(role).add(mark));
    const visit = { audience, use, isFollowed };
    for (const node of declaration.nodes) {
      // Handlers are given to functions of the server; what these give is for its listener.
      const isOfServer = declaration.package.folder === "server" && ts.isFunctionDeclaration(node);
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
      this.#mention(node.exprName, visit);
    } else {
      if (ts.isExpressionWithTypeArguments(node)) this.#mention(node.expression, visit);
      ts.forEachChild(node, (child) => this.#walk(child, visit));
    }
  }

  #reference(node: ts.TypeReferenceNode, visit: Visit, flipped: Visit): void {
    const { typeName } = node;
    const isOurs = this.#mention(typeName, visit);
    const short = ts.isIdentifier(typeName) ? typeName.text : typeName.right.text;
    if (!isOurs && (!visit.isFollowed || typeLists.has(short))) return;
    for (const [index, argument] of (node.typeArguments ?? []).entries())
      this.#walk(argument, takers.has(short) && index === 0 ? flipped : visit);
  }

  /** @returns whether the name is one of the surface */
  #mention(name: ts.EntityName | ts.Expression, { audience, use, isFollowed }: Visit): boolean {
    const target = this.#surface.resolve(name);
    if (target !== undefined) this.#visit(target, audience, use, isFollowed);
    return target !== undefined;
  }
}

const isValue = ({ nodes }: Declaration): boolean =>
  nodes.some((node) => !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node));

/** Why a declaration is visited. */
interface Visit {
  readonly audience: Audience;
  readonly use: Use;
  /** Whether the arguments of types of others are followed. */
  readonly isFollowed: boolean;
}
