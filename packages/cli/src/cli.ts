#!/usr/bin/env node
// This module must also parse in Node versions that cannot run the command line, to tell the user so.
// It imports nothing before the version is checked, and only uses syntax that Node 12 has.
const version = process.versions.node;
if (Number(version.split(".")[0]) < 22) {
  process.stderr.write(`openapi-packages needs Node 22 or newer, and this is Node ${version}.\n`);
  process.exitCode = 2;
} else {
  void import("./start.ts");
}
