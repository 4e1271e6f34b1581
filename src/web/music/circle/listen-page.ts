import { linkEventsPath } from '#contract/music/circle/circle-rules.ts';
import { guestCalls, LinkRefusal } from './guest-calls.ts';
import { createGuestMarks } from './guest-marks.ts';
import { createGuestPlayer } from './guest-player.ts';
import { createGuestResponse } from './guest-response.ts';
import { part } from './page-parts.ts';

/** The page of a private link: a script of its own, without the application. Loading it opens the link on this device. */
const address = /^\/listen\/([\w-]+)/.exec(location.pathname)?.[1] ?? '';
const calls = guestCalls(address);
const unreachable = 'Earshot can’t be reached. Check your connection and press Play.';

function startEnded(): void {
  createGuestResponse({ address, calls, ended: () => undefined, removed: () => undefined }).end();
}

/** Milliseconds between two attempts to replace a sound that failed. */
const retryMilliseconds = 10_000;

function start(): void {
  let isOpened = false;
  let isOpening = false;
  let hasEnded = false;
  let triedAt = Number.NEGATIVE_INFINITY;

  const end = (text: string) => {
    if (hasEnded) return;
    hasEnded = true;
    player.end(text);
    marks.end();
    response.end();
  };
  const refused = (error: unknown): boolean => {
    if (!(error instanceof LinkRefusal)) return false;
    if (error.code === 'private_link_ended') end(error.message);
    return true;
  };
  const marks = createGuestMarks({
    calls,
    position: () => player.position(),
    marked: () => response.left(!marks.isEmpty()),
    failed: (error) => {
      if (!refused(error)) player.fail('No connection. Your mark was not saved.');
    },
  });
  const player = createGuestPlayer({
    address,
    report: (report) => void calls.report(report).catch(refused),
    needLink: () => void open(),
    moved: (position) => marks.follow(position),
  });
  const response = createGuestResponse({ address, calls, ended: end, removed: () => marks.clear() });

  const watch = () => {
    const events = new EventSource(linkEventsPath(address));
    events.addEventListener('ended', () => {
      events.close();
      end('This link has ended.');
    });
  };
  /** Opens the link, or gets a fresh link to the sound if the former one failed. */
  const open = async () => {
    if (hasEnded || isOpening || (isOpened && performance.now() - triedAt < retryMilliseconds)) return;
    triedAt = performance.now();
    isOpening = true;
    try {
      const opened = await calls.open(isOpened);
      player.load(opened);
      if (isOpened) return;
      isOpened = true;
      marks.show(opened.response.moments, opened.durationSeconds);
      response.show(opened.response);
      watch();
    } catch (error) {
      if (!(error instanceof LinkRefusal)) return player.fail(unreachable);
      if (error.code === 'private_link_full') response.hide();
      if (/^private_link_/.test(error.code)) end(error.message);
      else player.fail(error.message);
    } finally {
      isOpening = false;
    }
  };
  void open();
}

if (part('#content').dataset.ended === undefined) start();
else startEnded();
