import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { install, node, prepareWorkspace } from "./install.ts";

const workspace = mkdtempSync(join(tmpdir(), "openapi-packages-first-pages-"));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

it("public services are called as their documentation shows it, whatever they leave out", async () => {
  prepareWorkspace(workspace);
  const description = join(import.meta.dirname, "corpus", "first-pages.yaml");
  const { folder, diagnostics } = await install(workspace, "first-pages", description);
  expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
  const program = join(import.meta.dirname, "first-pages.ts");
  const flags = ["--conditions=@openapi-packages/source", program, folder];
  const { stdout } = await promisify(execFile)(node, flags, { cwd: workspace });
  const pet = { output: { id: 1, name: "doggie" } };
  expect(JSON.parse(stdout)).toEqual({
    addPet: { live: pet, mock: "answered" },
    getPetById: { live: pet, mock: "answered" },
    deletePet: { live: {}, mock: "answered" },
    createUser: { live: { output: { code: 200, message: "10" } }, mock: "answered" },
    createPost: { live: { output: { id: 101 } }, mock: "answered" },
    chatPostMessage: { live: { output: { ok: true } }, mock: "answered" },
    sendMail: { live: {}, mock: "answered" },
    postCustomers: {
      live: "PaymentApiError: PostCustomers: 402: Your card was declined.",
      mock: "answered",
    },
    activityStarRepo: { live: {}, mock: "answered" },
    reposDownloadTarballArchive: {
      live: "application/x-gzip of 4 bytes",
      // Over HTTP the redirect is followed; in memory it is the answer.
      mock: "ApiError: repos/download-tarball-archive: 302 (request 00000000-0000-4000-8000-000000000010)",
    },
    reposGetContributorsStats: { live: { output: {} }, mock: "answered" },
    pokemonRead: { live: { output: '{"id":132}' }, mock: "answered" },
    postBoards: { live: { output: { id: "5abb" } }, mock: "answered" },
    currentWeatherData: {
      live: "ApiError: CurrentWeatherData: 401: Invalid API key.",
      mock: "answered",
    },
    dropletsDestroy: { live: {}, mock: "answered" },
    systemPing: { live: { output: "OK" }, mock: "answered" },
    zonesPost: {
      live: "ZonesPostResponse4XXApiError: zones-post: 400: a.example already exists",
      mock: "answered",
    },
    anything: { live: { output: { args: {} } }, mock: "answered" },
  });
});
