import { bestSoFar } from '../../analysis/index.ts';
import { constantBlocks } from '../constant-response.ts';
import { feasibleRows, feasibleWords, objectivesOf } from '../best-runs.ts';
import { absent, countOf, figureBlock, slug, leftOut } from '../figure-block.ts';
import { formatCount } from '../format-count.ts';
import { formatNumber } from '../format-number.ts';
import type { Block } from '../report.ts';
import { sampleWords } from '../sample-words.ts';
import type { MakeSection, SectionInput } from '../section-input.ts';
import { trustOf } from '../trust-of.ts';

const mostObjectives = 4;

/** Constraints kept and broken, the Pareto front of several objectives, or how one got better. */
export const objectivesSection: MakeSection = (input) => {
  const objectives = objectivesOf(input).slice(0, mostObjectives);
  const blocks: Block[] = [...constraints(input)];
  if (objectives.length === 0) {
    blocks.push(
      absent('No best design: the study names no objective (a variable of type Objective).'),
    );
  } else if (objectives.length === 1) blocks.push(...progress(input));
  else {
    const names = objectivesOf(input).map(({ name }) => name);
    blocks.push(...front(input), ...leftOut(names, mostObjectives, 'objectives'));
  }
  return { id: 'objectives', title: 'Objectives', blocks };
};

function constraints({ table, summary, study }: SectionInput): readonly Block[] {
  const rules = table.columns.filter(({ role }) => role === 'constraint');
  if (rules.length === 0) return [];
  const accepted = Array.from(table.accepted.keys()).filter((row) => Boolean(table.accepted[row]));
  const counts = rules.map(({ name, values }) => {
    const variable = study.variables.find((one) => one.name === name);
    const kept = accepted.filter((row) => Number(values[row]) === 1).length;
    const broken = accepted.filter((row) => Number(values[row]) === 0).length;
    const rule = variable && 'expression' in variable ? (variable.expression ?? null) : null;
    return { name, label: variable?.label ?? null, rule, kept, broken };
  });
  return [
    {
      kind: 'text',
      text: `${feasibleRows({ table }).length} of ${countOf(summary.runs.done, 'accepted run')} keep all constraints.`,
    },
    {
      kind: 'table',
      title: 'Constraints',
      table: {
        head: ['constraint', 'rule', 'means', 'kept', 'broken'],
        rows: counts.map(({ name, rule, label, kept, broken }) => [
          name,
          rule,
          label,
          kept,
          broken,
        ]),
      },
    },
  ];
}

function progress(input: SectionInput): readonly Block[] {
  const [objective] = objectivesOf(input);
  const values = input.responses.find(({ name }) => name === objective?.name)?.values;
  if (objective === undefined || values === undefined) return [];
  const rows = new Set(feasibleRows(input));
  const feasible = values.map((value, row) => (rows.has(row) ? value : NaN));
  const constant = constantBlocks(
    [{ name: objective.name, values: feasible }],
    `none${feasibleWords(input)} is better than another`,
  );
  if (constant.length > 0) return constant;
  const steps = bestSoFar(feasible, objective.goal);
  if (steps.length === 0) return [absent('No best design: no accepted run keeps all constraints.')];
  const title = input.titleOf(objective.name);
  return [
    figureBlock({
      id: slug('best', objective.name),
      title: `Best ${objective.name} so far`,
      caption: `The ${objective.goal === 'minimize' ? 'smallest' : 'largest'} ${objective.name} among the runs${feasibleWords(input)}, in the order of the runs. A line that is flat for long: more runs of this kind bring little.`,
      plot: {
        kind: 'lines',
        across: 1,
        isStepped: true,
        panels: [
          {
            title: objective.name,
            xName: 'run',
            yName: title,
            series: [
              { name: `best ${title}`, points: steps.map(({ run, best }) => [run, best] as const) },
            ],
          },
        ],
      },
      trust: [],
      numbers: {
        head: ['run', `best ${title}`],
        rows: steps.map(({ run, best }) => [run, best]),
      },
    }),
  ];
}

function front(input: SectionInput): readonly Block[] {
  const { summary, titleOf } = input;
  const names = objectivesOf(input)
    .slice(0, mostObjectives)
    .map(({ name }) => name);
  const runs = summary.paretoFront ?? [];
  if (runs.length === 0)
    return [
      absent('No Pareto front: no accepted run has all objectives and keeps all constraints.'),
    ];
  const volume = summary.hypervolume;
  const shown = new Set(input.runs.runs);
  const drawn = runs.filter((run) => shown.has(run)).length;
  const rules = input.table.columns.some(({ role }) => role === 'constraint');
  const keeps = new Set(feasibleRows(input));
  const done = input.runs.runs.filter((_, place) => input.runs.states[place] === 'Done');
  const broken = done.filter((run) => !keeps.has(run - 1));
  const notDone = input.runs.runs.length - done.length;
  return [
    figureBlock({
      id: 'pareto-front',
      title: 'Pareto front',
      caption: `Green diamonds are the ${countOf(runs.length, 'run')} that ${
        (summary.frontRuns ?? 0) < summary.runs.done ? 'keep all constraints and that ' : ''
      }no other beats in all objectives${
        drawn < runs.length ? `, ${formatCount(drawn)} of them in the sample that is drawn` : ''
      }.${
        broken.length === 0
          ? ''
          : ` Open grey points are the ${countOf(broken.length, 'run')} that break a constraint: they don’t compete, however good their objectives are.`
      }${
        notDone === 0 ? '' : ` ${countOf(notDone, 'run')} without a result can’t be drawn.`
      }${sampleWords(input.runs)} ${objectivesOf(input)
        .map(({ name, goal }) => `${name}: ${goal}`)
        .join('; ')}.${
        volume === undefined
          ? ''
          : ` Hypervolume ${formatNumber(volume.value)}, measured from the worst values of these runs.`
      }`,
      plot: {
        kind: 'scatters',
        across: 2,
        panels: names.flatMap((x, index) => names.slice(index + 1).map((y) => ({ x, y }))),
        marked: {
          ...{ name: 'Pareto front', runs },
          others: rules ? 'keeps all constraints' : 'other runs',
          ...(broken.length > 0 && { open: { name: 'breaks a constraint', runs: broken } }),
        },
      },
      trust: trustOf(summary, ['paretoFront']),
      numbers: {
        head: ['run', ...names.map(titleOf)],
        rows: runs.map((run) => [
          run,
          ...names.map(
            (name) => input.responses.find((one) => one.name === name)?.values[run - 1] ?? null,
          ),
        ]),
      },
    }),
  ];
}
