import { homeFiles } from '../../src/host/supervisor/home-files.ts';
import { createSealing, ensurePayloadKeys, type Sealing } from '../../src/sealing/index.ts';

/** What the owner of a home speaks to its workflows with. */
export async function sealingOf(home: string): Promise<Sealing> {
  return createSealing(await ensurePayloadKeys(homeFiles(home).payloadKey));
}
