// A client of the embedded default in its own process: prints one JSON line when the parts are up, and stays.
import { join } from 'node:path';

const { distFolder, home, programFolder } = JSON.parse(process.argv[2]);
const { attachEmbedded } = await import(join(distFolder, 'src/host/attach-embedded.js'));
const { resolveSettings } = await import(join(distFolder, 'src/host/settings.js'));
const settings = resolveSettings({ flags: { home }, env: process.env, cwd: process.cwd() });
const session = await attachEmbedded({ settings, env: process.env, programFolder });
process.stdout.write(
  `${JSON.stringify({ programs: session.programs(), temporalAddress: session.temporalAddress })}\n`,
);
process.stdin.resume();
process.stdin.once('end', () => void session.close().then(() => process.exit(0)));
