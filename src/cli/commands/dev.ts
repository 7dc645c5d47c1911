import { attachEmbedded } from '../../host/attach-embedded.ts';
import { whyPartsEnd } from '../engine/embedded-is-up.ts';
import { studiesLink } from '../engine/ui-link.ts';
import { readSettings } from '../engine/read-settings.ts';
import { exitCodes } from '../exit-codes.ts';
import type { DefineVerb } from '../define-verb.ts';

/** `doeflow dev`: keeps the embedded parts running until it is interrupted, so that studies started elsewhere continue. What a configured platform charges for keeps them running after it. */
export const verb: DefineVerb = (command, context) => {
  command.option(
    '--no-ui',
    'start the Temporal server without its user interface (or DOEFLOW_TEMPORAL_UI=off)',
  );
  command.option(
    '--run-as <user>',
    'execute runs with the rights of this user, who cannot read your files; needs root (or DOEFLOW_RUN_AS)',
  );
  command.action(async (options: { readonly ui: boolean; readonly runAs?: string }) => {
    const settings = readSettings(context, options.ui ? {} : { temporalUi: 'off' });
    const { interrupt, output } = context;
    interrupt.handle();
    const session = await attachEmbedded({
      settings,
      env: context.env,
      keep: true,
      ...(options.runAs === undefined ? {} : { runAs: options.runAs }),
      onProgress: (sentence) => output.note(sentence),
      signal: interrupt.signal,
    });
    try {
      output.show({
        json: {
          temporalAddress: session.temporalAddress,
          uiUrl: session.uiUrl ?? null,
          platformUrl: session.platformUrl,
          home: settings.home,
          store: settings.store,
        },
        human: [
          {
            kind: 'facts',
            rows: [
              ['Temporal UI', session.uiUrl === undefined ? 'off' : studiesLink(session.uiUrl)],
              ['Temporal', session.temporalAddress],
              ['platform', session.platformUrl],
              ['home', settings.home],
            ],
          },
          {
            kind: 'text',
            lines: ['Running until Ctrl-C. In another terminal: doeflow start STUDY, doeflow list'],
          },
        ],
        quiet: session.uiUrl ?? session.temporalAddress,
      });
      await untilAborted(interrupt.signal);
      const why = settings.platform === 'embedded' ? undefined : await whyPartsEnd(settings);
      if (why !== undefined) {
        output.warn(
          `Stopping. Nobody works on open studies then: ${why}. What they have on the platform goes on, and costs. Bring back what is down with: doeflow dev   or for one study: doeflow watch STUDY`,
        );
      } else
        output.note(
          settings.platform === 'embedded'
            ? 'Stopping. Unfinished studies are kept and continue with the next doeflow dev, or with doeflow watch STUDY.'
            : 'Stopping. While a study, a job or a cluster on the platform is open, the Temporal server and the worker stay up, and end by themselves afterwards. See doeflow list; only doeflow stop STUDY stops a study.',
        );
    } finally {
      await session.close();
    }
    // Ctrl-C is the way this command ends.
    context.end(exitCodes.done);
  });
};

/** Resolves when `signal` aborts; until then the open session keeps the process alive. */
function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
