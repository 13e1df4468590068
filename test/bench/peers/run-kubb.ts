import { build } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginMsw } from "@kubb/plugin-msw";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";

const [description = "", folder = ""] = process.argv.slice(2);
// Its storage writes below the working directory, whatever the root is.
process.chdir(folder);

const { error, failedPlugins } = await build({
  config: {
    root: folder,
    input: { path: description },
    output: { path: ".", format: false, lint: false },
    plugins: [
      pluginOas({ generators: [] }),
      pluginTs(),
      pluginClient({ client: "fetch", bundle: true }),
      pluginZod(),
      pluginMsw(),
    ],
  },
});
if (error !== undefined) throw error;
for (const failed of failedPlugins) throw failed.error;
