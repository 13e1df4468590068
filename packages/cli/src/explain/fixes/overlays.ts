import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import { inOverlay, type Fix } from "../fix.ts";

/** Overlays that change a description before it is read. */
export const overlayFixes = {
  "overlay-not-found": {
    fix: "Correct the path in `overlays`. It is relative to the configuration's folder.",
  },
  "overlay-invalid": {
    fix: "Write it as the Overlay Specification requires: `overlay`, `info` and `actions`, each with a JSONPath as its `target` and one of `update`, `remove: true` and `copy`.",
    example: inOverlay(
      `
overlay: 1.1.0
info: { title: Fixes, version: 1.0.0 }
actions:
  - target: $.paths./pets.get
    update: { deprecated: true }`,
      `
overlay: 1.1.0
info: { title: Fixes, version: 1.0.0 }
actions:
  - target: $.paths['/pets'].get
    update: { deprecated: true }`,
    ),
  },
  "overlay-incompatible": {
    fix: "Give a value of the same kind as the existing one, or remove the existing one with an earlier action.",
    example: inOverlay(
      `
overlay: 1.1.0
info: { title: Fixes, version: 1.0.0 }
actions:
  - target: $.info.title
    update: { short: Pets }`,
      `
overlay: 1.1.0
info: { title: Fixes, version: 1.0.0 }
actions:
  - target: $.info
    update: { title: Pets }`,
    ),
  },
  "overlay-unmatched": {
    fix: "Correct the `target`, or remove the action if the description no longer needs it. To change another file, use an overlay that `extends` that file.",
    example: inOverlay(
      `
overlay: 1.1.0
info: { title: Fixes, version: 1.0.0 }
actions:
  - target: $.paths['/pet'].get
    update: { deprecated: true }`,
      `
overlay: 1.1.0
info: { title: Fixes, version: 1.0.0 }
actions:
  - target: $.paths['/pets'].get
    update: { deprecated: true }`,
    ),
  },
  "overlay-unapplied": {
    fix: "Name a file in `extends` that the description refers to. Without `extends`, the overlay applies to the description itself.",
  },
  "overlay-version": {
    fix: "Write the version of the Overlay Specification that has the field.",
    example: inOverlay(
      `
overlay: 1.0.0
info: { title: Fixes, version: 1.0.0 }
actions:
  - target: $.components.schemas.Pet
    copy: $.components.schemas.Pet`,
      `
overlay: 1.1.0
info: { title: Fixes, version: 1.0.0 }
actions:
  - target: $.components.schemas.Pet
    copy: $.components.schemas.Pet`,
    ),
  },
  "overlay-info-missing": {
    fix: "Add `info` with a `title` and a `version`; other tools refuse an overlay without them.",
    example: inOverlay(
      `
overlay: 1.1.0
actions:
  - target: $.info
    update: { title: Animals }`,
      `
overlay: 1.1.0
info: { title: Fixes, version: 1.0.0 }
actions:
  - target: $.info
    update: { title: Animals }`,
    ),
  },
} as const satisfies Partial<Record<DiagnosticCode, Fix>>;
