import { describe, expect, it, vi } from 'vitest';
import type { PlayReport } from './listening-session.ts';
import { createReportOutbox } from './report-outbox.ts';

const beat = (positionSeconds: number): PlayReport => ({ event: 'beat', positionSeconds, playing: true });

describe('queued reports', () => {
  it('keep their order, and the latest beat replaces failed ones', async () => {
    vi.useFakeTimers();
    const sent: number[] = [];
    let isLost = true;
    const outbox = createReportOutbox({
      send: async ({ positionSeconds }: PlayReport) => {
        sent.push(positionSeconds);
        if (isLost) throw new Error('no network');
        return { listenedSeconds: positionSeconds, unlocked: false, heard: [], stay: null };
      },
      answered: () => {},
      failed: () => true,
    });
    for (const position of [4, 8, 12]) outbox.post(beat(position));
    await vi.advanceTimersByTimeAsync(0);
    isLost = false;
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    expect(sent).toEqual([4, 12]);
  });

  it('are dropped once the server rejects the session', async () => {
    const answers: number[] = [];
    const outbox = createReportOutbox({
      send: async ({ positionSeconds }: PlayReport) => {
        if (positionSeconds === 1) throw new Error('refused');
        return { listenedSeconds: positionSeconds, unlocked: false, heard: [], stay: null };
      },
      answered: ({ listenedSeconds }: { listenedSeconds: number }) => answers.push(listenedSeconds),
      failed: () => false,
    });
    outbox.post(beat(1));
    outbox.post(beat(2));
    await expect.poll(() => answers).toEqual([2]);
  });
});
