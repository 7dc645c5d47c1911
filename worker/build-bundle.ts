/** Build step: bundles the compiled workflows into one file that workers load at start. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

const { code } = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('../workflows/index.js', import.meta.url)),
  workflowInterceptorModules: [
    fileURLToPath(new URL('../workflows/sealing/interceptors.js', import.meta.url)),
  ],
  logger: new DefaultLogger('WARN'),
});
await writeFile(fileURLToPath(new URL('../workflow-bundle.js', import.meta.url)), code);
