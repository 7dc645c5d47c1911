import { z } from 'zod';
import { document, openDocumentFolder, type ObjectStore } from '../objects/index.ts';
import { passFolder } from './archive-layout.ts';
import { destinationLayout, reportFolder, type PassOfArchive } from './destination-layout.ts';

const reportName = 'report.json';
const whoseSchema = z.object({ archive: z.string().optional() });

/**
 * True where a pass left its report in a destination. Earlier versions of doeflow named its folder by the time alone, where another archive of the
 * same time wrote over it: such a report counts unless it says that it is another archive's.
 */
export async function hasReport(objects: ObjectStore, pass: PassOfArchive): Promise<boolean> {
  const { passes } = destinationLayout;
  if (await objects.has(`${passes}${reportFolder(pass)}/${reportName}`)) return true;
  const early = document(`${passes}${passFolder(pass.passTime)}/${reportName}`, whoseSchema);
  if (!(await objects.has(early.name))) return false;
  try {
    const report = await openDocumentFolder(objects, '').find(early);
    return report?.archive === undefined || report.archive === pass.archive;
  } catch {
    // What is wrong with it is told where reports are read.
    return true;
  }
}
