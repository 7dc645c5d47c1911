/** Help pages no wider than the terminal that shows them. */
import { Help, type Command } from 'commander';
import { terminalSize } from './output/terminal-size.ts';
import { wrapText } from './output/wrap-text.ts';

/** Columns of the terminal, or of a page that is read elsewhere. */
export function helpWidth(): number {
  return terminalSize(process.stdout).columns;
}

/** Has the help of `program` and its verbs fit into the terminal; where it is too narrow for two columns, what a word means stands below it. */
export function foldHelp(program: Command): void {
  const page = new Help();
  program.configureOutput({ getOutHelpWidth: helpWidth }).configureHelp({
    showGlobalOptions: true,
    sortSubcommands: false,
    // That nothing is the default says nothing.
    optionDescription: (option) =>
      page.optionDescription(option).replace(/ \(default: (?:\{\}|\[\])\)$/u, ''),
    formatItem: (term, termWidth, description, helper) => {
      const columns = helper.helpWidth ?? helpWidth();
      if (columns - termWidth - 4 < page.minWidthToWrap) {
        return `  ${term}\n${wrapText(`      ${description}`, columns)}`;
      }
      return page.formatItem.call(helper, term, termWidth, description, helper);
    },
  });
}

/** A text of a help page, without its layout being lost: lines that begin with a number hang behind it. */
export function foldText(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const [number = ''] = /^ *\d+ {2}/u.exec(line) ?? [];
      const blanks = /^ */u.exec(number)?.[0].length ?? 0;
      return wrapText(line, helpWidth(), number.length - blanks);
    })
    .join('\n');
}
