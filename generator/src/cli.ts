#!/usr/bin/env node
// This module has to parse in versions of Node that run nothing else of the generator, to say so: it imports
// nothing before it knows the version, and has no syntax that Node 12 lacks.
const version = process.versions.node;
if (Number(version.split(".")[0]) < 22) {
  process.stderr.write(`openapi-packages needs Node 22 or newer, and this is Node ${version}.\n`);
  process.exitCode = 2;
} else {
  void import("./cli/start.ts");
}
