import assert from "node:assert/strict";
import { petsDescription } from "../descriptions.ts";
import { readmeSteps } from "../readme-steps.ts";
import type { Scenario } from "../scenario.ts";

/** The scenario of the README's section "A service". */
export const services: readonly Scenario[] = [
  {
    name: "Node service, layout folder",
    async run({ project }) {
      project.write("openapi.yaml", petsDescription);
      const answer = await project.follow(readmeSteps("A service"));
      assert.equal((JSON.parse(answer) as { name: string }[])[0]?.name, "Rex");
      const unwritten = await project.run(
        'curl --silent --output /dev/null --write-out "%{http_code}" http://127.0.0.1:4010/pets/1',
      );
      assert.equal(unwritten, "501");
    },
  },
];
