import { newPet, createPet, type EditCase } from "./parts.ts";

/** Edits of what callers send. */
export const requestsEdits: readonly EditCase[] = [
  [
    "an optional property of a request",
    (d) => {
      newPet(d).properties.size = { type: "number" };
    },
    ["request-property-added CCC"],
  ],
  [
    "a required property of a request",
    (d) => {
      newPet(d).properties.size = { type: "number" };
      newPet(d).required.push("size");
    },
    ["request-required-property-added BBC"],
  ],
  [
    "a required property with a default",
    (d) => {
      newPet(d).properties.size = { type: "number", default: 1 };
      newPet(d).required.push("size");
    },
    ["request-property-added CCC"],
  ],
  [
    "a property of a request gone",
    (d) => {
      delete newPet(d).properties.notes;
    },
    ["request-property-removed BBB"],
  ],
  [
    "a property of a request renamed",
    (d) => {
      newPet(d).properties.remarks = { type: "string", "x-renamed-from": "notes" };
      delete newPet(d).properties.notes;
    },
    ["request-property-renamed BBB"],
  ],
  [
    "a property of a request beside its earlier name",
    (d) => {
      const { properties } = newPet(d);
      properties.remarks = { type: "string", "x-renamed-from": "notes" };
      properties.notes = { ...properties.notes, deprecated: true };
    },
    ["request-property-added CCC", "request-property-deprecated C--"],
  ],
  [
    "a property of a request optional",
    (d) => {
      newPet(d).required = [];
    },
    ["request-property-became-optional CCB"],
  ],
  [
    "a pattern of a request",
    (d) => {
      newPet(d).properties.name.pattern = "^[a-z]{3}$";
    },
    ["request-pattern-changed -BB"],
  ],
  [
    "a longer text of a request",
    (d) => {
      newPet(d).properties.name.maxLength = 80;
    },
    ["request-bound-loosened -CB"],
  ],
  [
    "null in a request",
    (d) => {
      newPet(d).properties.notes.type = ["string", "null"];
    },
    ["request-nullable-added CCB"],
  ],
  [
    "a value of a request's enum gone",
    (d) => {
      newPet(d).properties.kind.enum = ["cat"];
    },
    ["request-enum-value-removed BBB"],
  ],
  [
    "whole numbers in a request",
    (d) => {
      newPet(d).properties.weight.type = "integer";
    },
    ["request-number-became-integer -BC"],
  ],
  [
    "no other properties in a request",
    (d) => {
      newPet(d).additionalProperties = false;
    },
    ["request-additional-refused -BC"],
  ],
  [
    "a media type of a request gone",
    (d) => {
      delete createPet(d).requestBody.content["application/x-www-form-urlencoded"];
    },
    ["request-media-type-removed BBB"],
  ],
  [
    "a body that may be left out",
    (d) => {
      delete createPet(d).requestBody.required;
    },
    ["request-body-became-optional CCB"],
  ],
  [
    "a body gone",
    (d) => {
      delete createPet(d).requestBody;
    },
    ["request-body-removed BBB"],
  ],
];
