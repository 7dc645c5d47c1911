import { condition, defineSignal, proxyActivities, setHandler, sleep } from '@temporalio/workflow';

const { step } = proxyActivities<{ step(): Promise<void> }>({ startToCloseTimeout: 60_000 });

/** Waits for a step and a time, then for two words. */
export async function studyWorkflow(): Promise<readonly string[]> {
  const words: string[] = [];
  setHandler(defineSignal<[string]>('word'), (word) => void words.push(word));
  await Promise.all([step(), sleep(100)]);
  await condition(() => words.length === 2);
  return words;
}
