import { findRunUser } from '../../files/index.ts';
import { openUiGate } from '../ui-gate/open-ui-gate.ts';
import { openHome } from './home-files.ts';
import type { SupervisorPlan } from './plan.ts';
import { ensurePlatformToken } from './platform-token.ts';
import { choosePorts } from './ports.ts';
import { embeddedNamespace, type ProgramContext } from './program-specs.ts';
import type { SupervisorContext } from './supervisor-context.ts';

/** What all programs of one start share: their ports, with the door of the Temporal UI open at its own, and the platform that they speak to. */
export async function createProgramContext(
  plan: SupervisorPlan,
  { files, env }: Pick<SupervisorContext, 'files' | 'env'>,
): Promise<ProgramContext> {
  const { platform, runAs } = plan;
  const runUser = platform !== undefined || runAs === undefined ? undefined : findRunUser(runAs);
  if (runUser !== undefined) {
    openHome(files, runUser);
    // What the programs write from now on is closed to that user, too.
    process.umask(0o077);
  }
  const ports = await choosePorts(files);
  if (plan.temporalUi) {
    // It ends with this process.
    await openUiGate({ port: ports.ui, behind: ports.uiBehind, namespace: embeddedNamespace });
  }
  return {
    ...{ plan, files, ports, env },
    platformUrl: platform?.baseUrl ?? `http://127.0.0.1:${ports.platform}/`,
    platformToken: platform?.token ?? ensurePlatformToken(files.platformToken),
    ...(runUser === undefined ? {} : { runUser }),
  };
}
