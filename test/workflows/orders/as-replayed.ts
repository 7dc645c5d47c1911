import { condition, defineSignal, proxyActivities, setHandler, sleep } from '@temporalio/workflow';

const { step } = proxyActivities<{ step(): Promise<void> }>({ startToCloseTimeout: 60_000 });

/** The same workflow, whose commands come in the other order. */
export async function studyWorkflow(): Promise<readonly string[]> {
  const words: string[] = [];
  setHandler(defineSignal<[string]>('word'), (word) => void words.push(word));
  await Promise.all([sleep(100), step()]);
  await condition(() => words.length === 2);
  return words;
}
