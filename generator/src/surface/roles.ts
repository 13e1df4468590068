import ts from "typescript";
import type { Declaration, Surface } from "./surface.ts";

/** Who uses a declaration: code that calls the API, or handlers of its operations. */
export type Audience = "callers" | "handlers";

/**
 * What code does with values of a type: it reads what it receives, and writes what it passes on.
 */
export type Use = "reads" | "writes";

/** How each audience uses a declaration. */
export interface Roles {
  readonly callers: ReadonlySet<Use>;
  readonly handlers: ReadonlySet<Use>;
}

/** Returns the audiences of a package. A package of a user's own emitter may have both. */
export function audiencesOf(folder: string): readonly Audience[] {
  if (folder === "client" || folder === "mocks") return ["callers"];
  return folder === "server" ? ["handlers"] : ["callers", "handlers"];
}

/** External types whose first type argument is a function's input: `Handler<Input, Result>`. */
const takers: ReadonlySet<string> = new Set(["Handler"]);

/** External types whose type arguments list types by name. No values of them exist. */
const typeLists: ReadonlySet<string> = new Set([
  "CreateMockOptions",
  "FetchClient",
  "MswMock",
  "OperationTypes",
]);

/**
 * Finds out what callers and handlers do with each declaration. They read what exported functions
 * return and what exported constants hold, and write what functions take as arguments; the same
 * applies to the types mentioned there. A declaration that nothing leads to counts as read.
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
            // The contract exports tables; the client and the server tell who reads and who writes.
            if (declared?.package === one && isValue(declared))
              this.#visit(declared, audience, "reads", one.folder !== "contract");
  }

  /** Returns how each audience uses a declaration. */
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
    // The values of the contract are tables; the client and the server tell who reads and who
    // writes.
    const isTable = declaration.package.folder === "contract" && isValue(declaration);
    const isFollowed = areFollowed && !isTable;
    const role = `${audience} ${use}`;
    const known = this.#found.get(declaration) ?? new Set();
    // A declaration visited without its type arguments may be visited again with them.
    const mark = isFollowed ? `${role} followed` : role;
    if (known.has(mark)) return;
    this.#found.set(declaration, known.add(role).add(mark));
    const visit = { audience, use, isFollowed };
    for (const node of declaration.nodes) {
      // Handlers are passed to the functions of the server. What these return is for its listener.
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

  /** @returns whether the name is declared in the surface */
  #mention(name: ts.EntityName | ts.Expression, { audience, use, isFollowed }: Visit): boolean {
    const target = this.#surface.resolve(name);
    if (target !== undefined) this.#visit(target, audience, use, isFollowed);
    return target !== undefined;
  }
}

const isValue = ({ nodes }: Declaration): boolean =>
  nodes.some((node) => !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node));

/** The way in which a declaration is used. */
interface Visit {
  readonly audience: Audience;
  readonly use: Use;
  /** Whether to follow the type arguments of external types. */
  readonly isFollowed: boolean;
}
