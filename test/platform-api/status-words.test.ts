import { describe, expect, it } from 'vitest';
import { isTerminalJobStatus, normaliseStatus } from '../../src/platform-api/index.ts';
import { statusFilterWord } from '../../src/platform-api/status-words.ts';

describe('a status word', () => {
  it.each([
    ['FORCE_STOP', 'Force Stop'],
    ['force stop', 'Force Stop'],
    ['WAITING_FOR_CLUSTER', 'Waiting for Cluster'],
    [' completed ', 'Completed'],
    ['stop-requested', 'Stop Requested'],
    ['Hibernating', 'Hibernating'],
  ])('%s is shown as %s', (word, shown) => {
    expect(normaliseStatus(word)).toBe(shown);
  });

  it('ends a job only when nothing more can come', () => {
    expect(
      ['Completed', 'COMPLETED', 'Failed', 'Force Stopped', 'terminated'].filter(
        isTerminalJobStatus,
      ),
    ).toHaveLength(5);
    expect(
      ['Force Stop', 'Stopping', 'Complete', 'Unknown', '', 'Executing'].filter(
        isTerminalJobStatus,
      ),
    ).toEqual([]);
  });

  it('has a filter word', () => {
    expect(statusFilterWord('Waiting for Queue')).toBe('WAITING_FOR_QUEUE');
  });
});
