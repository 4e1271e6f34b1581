import type { Answer, Sent } from '#contract/call.ts';
import type { openPrivateLink, reportGuestListening } from '#contract/music/circle/circle.ts';
import { guestReportSeconds, linkEventsPath } from '#contract/music/circle/circle-rules.ts';

/** The page of a private link: a script of its own, without the application. Loading it opens the link on this device. */
const address = /^\/listen\/([\w-]+)/.exec(location.pathname)?.[1] ?? '';
const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const play = find('[data-play]');
const sound = new Audio();

function say(selector: string, text: string): void {
  const place = find(selector);
  if (place) place.textContent = text;
}

function end(text: string): void {
  sound.pause();
  sound.removeAttribute('src');
  sound.load();
  play?.remove();
  say('[data-status]', text);
}

const post = (path: string, body: unknown) =>
  fetch(`/api/listen/${address}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  });

async function open(): Promise<void> {
  const response = await post('open', {} satisfies Sent<typeof openPrivateLink>['body']);
  // The server has parsed it with the call's schema.
  const answer = (await response.json()) as Answer<typeof openPrivateLink> | { error: { message: string } };
  if ('error' in answer) return end(answer.error.message);
  say('[data-title]', answer.title);
  say('[data-artist]', answer.artistName);
  sound.src = answer.playbackLink.url;
  const events = new EventSource(linkEventsPath(address));
  events.addEventListener('ended', () => {
    events.close();
    end('This link has ended.');
  });
}

type Report = Sent<typeof reportGuestListening>['body'];

const report = (event: Report['event']) =>
  void post('listening', {
    event,
    positionSeconds: sound.currentTime,
    playing: !sound.paused && !sound.ended,
  } satisfies Report).catch(() => undefined);

play?.addEventListener('click', () => (sound.paused ? void sound.play() : sound.pause()));
sound.addEventListener('play', () => {
  if (play) play.textContent = 'Pause';
  report('start');
});
sound.addEventListener('pause', () => {
  if (play) play.textContent = 'Play';
  report(sound.ended ? 'end' : 'pause');
});
sound.addEventListener('seeked', () => report('seek'));
setInterval(() => !sound.paused && report('beat'), guestReportSeconds * 1000);
if (play) void open();
