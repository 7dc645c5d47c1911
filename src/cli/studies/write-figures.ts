import { join } from 'node:path';
import { writeFileAtomic } from '../../files/index.ts';
import { figuresReadme } from './figures-readme.ts';
import { csvText, figureNumbers, figuresOf, type Report } from '../../report/index.ts';

/** Writes each figure of a report as `<id>.svg`, its numbers as `<id>.csv`, and the captions of all as README.md. @returns the files' names */
export async function writeFigures(report: Report, folder: string): Promise<readonly string[]> {
  // Loaded where it is asked for: the plot library is large.
  const { drawSvg } = await import('../../report/svg/draw-svg.ts');
  const write = (name: string, text: string): Promise<void> =>
    writeFileAtomic(join(folder, name), [text], { isPrivate: true });
  const files: string[] = [];
  for (const figure of figuresOf(report)) {
    const svg = `${figure.id}.svg`;
    await write(
      svg,
      draw(figure.id, () => drawSvg(figure, report.runs)),
    );
    files.push(svg);
    const csv = `${figure.id}.csv`;
    await write(csv, csvText(figureNumbers(figure, report.runs)));
    files.push(csv);
  }
  await write('README.md', figuresReadme(report));
  return [...files, 'README.md'];
}

/** @throws Error naming the figure that can't be drawn */
function draw(id: string, drawn: () => string): string {
  try {
    return drawn();
  } catch (cause) {
    const why = cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : '';
    throw new Error(`The figure ${id} can't be drawn${why}`, { cause });
  }
}
