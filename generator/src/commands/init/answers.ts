import type { Layout } from "../../emit/package-names.ts";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { alternatives } from "@openapi-packages/cli/options/check-value";
import { generateOptions } from "@openapi-packages/cli/options/generate-options";
import { packageNames } from "@openapi-packages/cli/options/choices";
import { packageProblem } from "@openapi-packages/cli/options/package-list";
import type { OptionValues } from "@openapi-packages/cli/options/option-table";
import { packagesFor, type Packages, type Project } from "./project.ts";

/** The answers to the questions of `init`, from the user or by default. */
export interface Answers {
  readonly description: string;
  readonly layout: Layout;
  readonly out: string;
  /** The packages to write; `undefined` for the default of a workspace. */
  readonly packages?: Packages;
  /** The headers with which the description is fetched; only if there are any. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
}

/** Asks the user a question. An empty answer takes the default. */
export type Ask = (question: string, byDefault: string | undefined) => Promise<string>;

/**
 * Asks the questions that no option answers.
 *
 * @param ask `undefined` to take the defaults
 * @throws {UsageError} when there is no default, the answer is invalid, or a header is a secret
 */
export async function answersOf(
  project: Project,
  values: OptionValues,
  ask: Ask | undefined,
): Promise<Answers> {
  const answer = async (
    given: string | undefined,
    question: string,
    byDefault: string | undefined,
  ): Promise<string | undefined> => {
    if (given !== undefined || ask === undefined) return given ?? byDefault;
    return (await ask(question, byDefault)).trim() || byDefault;
  };
  const [other, another] = project.otherDescriptions;
  const description = await answer(
    values.description,
    "The description, a file or a URL",
    project.descriptions[0] ?? (another === undefined ? other : undefined),
  );
  if (description === undefined)
    throw new UsageError(
      another === undefined
        ? "no description found: openapi-packages init openapi.yaml"
        : `name one of the descriptions: openapi-packages init ${alternatives(project.otherDescriptions)}`,
    );
  if (description === "-")
    throw new UsageError(
      "a configuration cannot name standard input: save the description to a file",
    );
  const layout = layoutOf(
    await answer(
      values.layout,
      "folder for code in a folder of this application, or packages for npm packages in a workspace",
      defaultLayout(project, values),
    ),
  );
  const out = await answer(values.out, "The folder for it", defaultFolder(project, layout));
  const parts =
    layout === "folder" && values.packages === undefined
      ? await answer(
          undefined,
          "The parts: client, server, mocks, or paths for the types of openapi-typescript",
          packagesFor(project).join(","),
        )
      : undefined;
  const packages = parts === undefined ? values.packages : partsOf(parts);
  return {
    description,
    layout,
    out: out ?? defaultFolder(project, layout),
    ...(packages === undefined ? {} : { packages }),
    ...headersOf(values),
  };
}

/** Returns the headers for the configuration, which is committed, so that it must have no secrets. */
function headersOf({ requestHeaders = {} }: OptionValues): Pick<Answers, "requestHeaders"> {
  for (const [name, value] of Object.entries(requestHeaders))
    if (secretName.test(name) && !value.includes("${"))
      throw new UsageError(
        `the configuration must not have the secret of the header ${name}: give the name of an environment variable in single quotes, --request-header '${name}: \${TOKEN}'`,
      );
  return Object.keys(requestHeaders).length === 0 ? {} : { requestHeaders };
}

const secretName = /auth|cookie|key|secret|token/i;

function layoutOf(answer: string | undefined): Layout {
  const { values } = generateOptions.layout;
  const found = values.find((one) => one === answer);
  if (found !== undefined) return found;
  throw new UsageError(`the answer is ${alternatives(values)}, not ${JSON.stringify(answer)}`);
}

/** Returns the parts that an answer names: `client, mocks`. */
function partsOf(answer: string): Packages {
  return answer
    .split(/[\s,]+/)
    .filter((text) => text !== "")
    .map((text) => {
      const part = packageNames.find((one) => one === text);
      if (part === undefined) throw new UsageError(`the answer ${packageProblem(text)}`);
      return part;
    });
}

function defaultLayout({ workspaces }: Project, { packages }: OptionValues): Layout {
  // One module of types is a file of the application.
  const isModule = packages?.every((one) => one === "paths") === true;
  return workspaces.length > 0 && !isModule ? "packages" : "folder";
}

function defaultFolder({ workspaces, hasSources, has }: Project, layout: Layout): string {
  if (layout === "packages") {
    const folders = workspaces.flatMap((glob) => /^([\w./-]+)\/\*{1,2}$/.exec(glob)?.[1] ?? []);
    // Some workspaces are only for applications.
    const isForPackages = (one: string): boolean => !/^(?:apps?|services|sites)$/.test(one);
    return folders.find((one) => one === "packages") ?? folders.find(isForPackages) ?? "packages";
  }
  if (has("src")) return "src/api";
  return has("app") ? "lib/api" : hasSources ? "api" : "src/api";
}
