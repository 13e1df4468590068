import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { prerelease } from "semver";
import type { Tarball } from "./tarball.ts";

/** Where and how packages are published. */
export interface PublishOptions {
  /** Where npm runs, whose configuration it reads. */
  readonly cwd: string;
  /** The registry's address; without it npm's configuration decides. */
  readonly registry?: string;
  /** Whether npm says where packages were built, which needs a build of GitHub Actions or GitLab CI. */
  readonly provenance: boolean;
  /** The name by which `npm install` finds the version; without it `latest`, and for `1.0.0-next.0` `next`. */
  readonly tag?: string;
  /** Takes a line for each package. */
  readonly log: (line: string) => void;
}

/**
 * Publishes packages in the order given, and leaves out versions that the registry has: what failed can be run again.
 *
 * @throws {Error} for the first that the registry refuses, after which none is published
 */
export async function publishAll(
  tarballs: readonly Tarball[],
  options: PublishOptions,
): Promise<void> {
  for (const [index, tarball] of tarballs.entries()) {
    const title = `${tarball.name} ${tarball.version}`;
    const there = await publishedIntegrity(tarball, options);
    if (there !== undefined) {
      const isSame = there === integrityOf(tarball);
      options.log(`${isSame ? "there already" : "there already, with other contents"}  ${title}`);
      continue;
    }
    const failure = await publish(tarball, options);
    if (failure !== undefined) {
      const left = tarballs.length - index;
      throw new Error(
        `${title} was not published, and ${left - 1} after it; the same command goes on from here\n${failure}`,
      );
    }
    options.log(`published  ${title}`);
  }
}

/** The integrity of a version in the registry; `undefined` if it is not there. @throws {Error} if nobody knows */
async function publishedIntegrity(
  { name, version }: Tarball,
  options: PublishOptions,
): Promise<string | undefined> {
  const { status, stdout, stderr } = await npm(
    ["view", `${name}@${version}`, "dist.integrity", "--json"],
    options,
  );
  if (status === 0) return stdout.trim() === "" ? undefined : (JSON.parse(stdout) as string);
  if (/\bE404\b/.test(stdout + stderr)) return undefined;
  throw new Error(`the registry does not say whether it has ${name} ${version}\n${stderr}`);
}

const integrityOf = ({ file }: Tarball): string =>
  `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;

/** @returns what npm says if it fails */
async function publish(
  { file, version }: Tarball,
  options: PublishOptions,
): Promise<string | undefined> {
  const [name] = prerelease(version) ?? [];
  const tag = options.tag ?? (typeof name === "string" ? name : "latest");
  const flags = ["--access", "public", "--tag", tag, `--provenance=${options.provenance}`];
  const { status, stdout, stderr } = await npm(["publish", file, ...flags], options);
  return status === 0 ? undefined : `${stdout}${stderr}`;
}

interface NpmResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function npm(args: readonly string[], { cwd, registry }: PublishOptions): Promise<NpmResult> {
  const place = registry === undefined ? [] : ["--registry", registry];
  return new Promise((resolve, reject) => {
    const child = spawn("npm", [...args, ...place], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const)
      child[stream].setEncoding("utf8").on("data", (text: string) => (output[stream] += text));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, ...output }));
  });
}
