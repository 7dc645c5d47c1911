import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { loadMessagePackage } from './message-package.ts';
import { writeMessages } from './write-messages.ts';

/** The module that `@temporalio/proto` gives, as far as its layout is relied on here. */
const knownRoot = /patchProtobufRoot\(unpatchedRoot\);\n$/u;

/**
 * Puts compiled messages in the place of those that the SDK's package describes and compiles at each start; the package itself stays in the
 * bundle for what is asked for beside.
 * @param root folder with the sources and `node_modules`
 */
export function compiledMessages(root: string): Plugin {
  return {
    name: 'compiled-messages',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\/@temporalio\/proto\/protos\/root\.js$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!knownRoot.test(text)) {
          throw new Error(
            `Expected ${path} to give a patched root of \`./json-module\`, got another layout: see src/temporal/messages`,
          );
        }
        const runtime = JSON.stringify(join(root, 'src/temporal/messages/compiled-root.ts'));
        const whole = text.replace('module.exports =', 'return');
        const contents = `module.exports = require(${runtime}).createCompiledRoot(
require("protobufjs/light"),
${writeMessages(loadMessagePackage(root))},
() => {${whole}});`;
        return { contents, loader: 'js', resolveDir: dirname(path) };
      });
    },
  };
}
