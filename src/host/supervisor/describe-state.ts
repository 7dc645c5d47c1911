import { UsageError } from '../../errors.ts';
import { homeFaultOf } from './home-fault.ts';
import { embeddedNamespace, type ProgramContext } from './program-specs.ts';
import type { Program } from './program.ts';
import type { SupervisorState } from './protocol.ts';

/** What clients are told while these programs run: `ready` with all they need, or which of them are still starting. */
export function describeState(
  programs: readonly Program[],
  context: ProgramContext,
): SupervisorState {
  const missing = programs.filter((program) => !program.isReady());
  if (missing.length > 0) {
    const trouble = missing.flatMap((program) => program.trouble() ?? []);
    const first = missing.filter((program) => program.trouble() === undefined);
    const titles = first.map((program) => program.spec.title).join(', ');
    const fault = trouble.length === 0 ? undefined : homeFaultOf(context.plan.home);
    const why = fault === undefined ? [] : [`${fault.message}. ${fault.remedy}`];
    const what = [...why, ...trouble, ...(titles === '' ? [] : [`Starting ${titles}`])].join('. ');
    return { state: 'starting', what };
  }
  return {
    state: 'ready',
    supervisorPid: process.pid,
    temporalAddress: `127.0.0.1:${context.ports.temporal}`,
    namespace: embeddedNamespace,
    ...(context.plan.temporalUi ? { uiUrl: `http://127.0.0.1:${context.ports.ui}` } : {}),
    platformUrl: context.platformUrl,
    platformToken: context.plan.platform === undefined ? context.platformToken : '',
    storeDirectory: context.plan.storeDirectory,
    ...(context.runUser === undefined ? {} : { runAs: context.runUser.name }),
    programs: programs.flatMap((program) => {
      const pid = program.pid();
      return pid === undefined ? [] : [{ name: program.spec.name, pid }];
    }),
    leases: [],
  };
}

/** A state with what holds at this moment: who has a lease, what the programs stay for, and since when the home takes nothing. */
export function describeNow(
  state: SupervisorState,
  {
    leases,
    work,
    home,
  }: {
    readonly leases: readonly { readonly pid: number; readonly keep: boolean }[];
    readonly work: readonly string[] | undefined;
    readonly home: { readonly homeRefusedSince?: string };
  },
): SupervisorState {
  if (state.state === 'starting') return { ...state, ...home };
  if (state.state !== 'ready') return state;
  const stays = work === undefined ? {} : { staysFor: [...work] };
  return { ...state, leases: [...leases], ...stays, ...home };
}

/** What clients are told when the programs can't be had. */
export function describeFailure(error: unknown): SupervisorState {
  const known = error instanceof UsageError ? error : undefined;
  return {
    state: 'failed',
    code: known?.code ?? 'USAGE_EMBEDDED_FAILED',
    message: known?.message ?? String(error),
    exitCode: known === undefined || known.exitCode === 130 ? 7 : known.exitCode,
    ...(known?.hint === undefined ? {} : { hint: known.hint }),
  };
}
