import pc from 'picocolors';

/** Functions that colour a text, or leave it as it is. */
export type Colors = ReturnType<typeof pc.createColors>;

/**
 * Colours for one stream: on for a terminal that isn't `TERM=dumb`, on where `FORCE_COLOR` is set, off where `NO_COLOR`
 * is set or `--no-color` was given, which win.
 */
export function createColors(setting: {
  readonly terminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly refused?: boolean;
}): Colors {
  const { env } = setting;
  const off = setting.refused === true || (env['NO_COLOR'] ?? '') !== '';
  const forced = (env['FORCE_COLOR'] ?? '') !== '' && env['FORCE_COLOR'] !== '0';
  return pc.createColors(!off && (forced || (setting.terminal && env['TERM'] !== 'dumb')));
}
