import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repositoryRoot } from "../../repository.ts";
import type { Runner } from "./run-job.ts";

/** A description with two operations, and a property `kind` that tests remove. */
export const petsDescription = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0, license: { name: MIT, identifier: MIT } }
servers: [{ url: "https://api.example.com" }]
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      responses:
        "200":
          description: All pets.
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Pet" } }
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: { type: string }
        kind: { type: string }
`;

/** A project in a repository, with the generator installed and a stand-in for GitHub's command. */
export interface ApiProject extends Runner {
  write(path: string, text: string): void;
  commit(): void;
  /** What `gh` was asked to write: `PATCH repos/…`, and the body of the comment. */
  requests(): { readonly request: string; readonly body: string }[];
  remove(): void;
}

const redocly = join(repositoryRoot, "node_modules", "@redocly", "cli");
const generator = join(repositoryRoot, "generator", "src", "cli.ts");

// Two files next to the script decide its answers: `own-comment` is the existing comment, `read-only` forbids writing.
const gh = `#!/usr/bin/env bash
here="$(dirname "$0")"
if [[ " $* " == *" --jq "* ]]; then cat "$here/own-comment" 2> /dev/null || true; exit 0; fi
if [ -e "$here/read-only" ]; then echo "HTTP 403: Resource not accessible by integration" >&2; exit 1; fi
number="$(ls "$here" | grep -c request- || true)"
all="$*"
body="\${all##*body=@}"
printf '%s\\n' "$4 $5" | cat - "$body" > "$here/request-$number"
`;

export function apiProject(): ApiProject {
  const folder = mkdtempSync(join(tmpdir(), "workflow-"));
  const [workspace, temporary, commands] = ["project", "temporary", "commands"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  for (const path of [workspace, temporary, commands]) mkdirSync(path);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  };
  const command = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, 0o755);
  };
  const git = (...args: string[]): void => {
    const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
    execFileSync("git", [...identity, ...args], { cwd: workspace, stdio: "pipe" });
  };
  const bin = join(workspace, "node_modules", ".bin");
  command(
    join(bin, "openapi-packages"),
    `#!/bin/sh\nexec "${process.execPath}" "${generator}" "$@"\n`,
  );
  mkdirSync(join(workspace, "node_modules", "@redocly"), { recursive: true });
  symlinkSync(redocly, join(workspace, "node_modules", "@redocly", "cli"));
  symlinkSync(join(redocly, "bin", "cli.js"), join(bin, "redocly"));
  command(join(commands, "gh"), gh);
  write(".gitignore", "node_modules/\n");
  write("package.json", JSON.stringify({ name: "pets", private: true, type: "module" }));
  git("init", "--quiet", "--initial-branch", "main");
  return {
    workspace,
    temporary,
    commands,
    write,
    commit() {
      git("add", "--all");
      git("commit", "--quiet", "--message", "a change");
    },
    requests() {
      const read = (number: number): string[] => {
        const file = join(commands, `request-${number}`);
        return existsSync(file) ? [readFileSync(file, "utf8"), ...read(number + 1)] : [];
      };
      return read(0).map((text) => {
        const [request = "", ...body] = text.split("\n");
        return { request, body: body.join("\n") };
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
