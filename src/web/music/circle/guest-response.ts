import type { GuestResponse } from '#contract/music/circle/circle.ts';
import { guestLineLength } from '#contract/music/circle/circle-rules.ts';
import { type GuestCalls, LinkRefusal, type TypedResponse } from './guest-calls.ts';
import { part, say } from './page-parts.ts';

/** What this browser remembers of a link. */
interface Kept {
  /** Typed and not sent. */
  readonly typed: TypedResponse | null;
  /** The server has something of this device. */
  readonly hasLeft: boolean;
}

/** Storage may be forbidden; what was typed then lasts as long as the page. */
function createKept(address: string) {
  const key = `earshot-link-${address}`;
  let kept: Kept = { typed: null, hasLeft: false };
  try {
    // This script wrote it.
    kept = { ...kept, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Kept>) };
  } catch {
    // As above, or unreadable.
  }
  return {
    read: () => kept,
    /** Whether it is stored. */
    put: (change: Partial<Kept>): boolean => {
      kept = { ...kept, ...change };
      try {
        if (kept.typed === null && !kept.hasLeft) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(kept));
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** The form's fields as one value. */
function createFields(form: HTMLElement) {
  const line = part<HTMLTextAreaElement>('[data-response] [name="line"]');
  const name = part<HTMLInputElement>('[data-response] [name="name"]');
  const stars = [...form.querySelectorAll<HTMLInputElement>('[name="stars"]')];
  const typed = (): TypedResponse => ({
    name: name.value,
    stars: stars.findIndex(({ checked }) => checked) + 1 || null,
    line: line.value,
  });
  /** Shows the chosen stars and the length of the line. */
  const light = () => {
    const lit = typed().stars ?? 0;
    for (const star of stars) star.parentElement?.toggleAttribute('data-lit', Number(star.value) <= lit);
    say(part('[data-count]'), `${line.value.length} of ${guestLineLength}`);
  };
  return {
    typed,
    light,
    fill: (response: TypedResponse) => {
      name.value = response.name;
      line.value = response.line;
      for (const star of stars) star.checked = Number(star.value) === response.stars;
      light();
    },
    lock: () => {
      line.readOnly = true;
      name.readOnly = true;
    },
  };
}

interface GuestResponseNeeds {
  readonly address: string;
  readonly calls: Pick<GuestCalls, 'save' | 'remove'>;
  /** The link has ended, as a call found out. */
  readonly ended: (text: string) => void;
  /** Everything that this device left is gone. */
  readonly removed: () => void;
}

/** Stars, a line and a name. What was typed survives a reload, a lost connection and the end of the link. */
export function createGuestResponse({ address, calls, ended, removed }: GuestResponseNeeds) {
  const form = part<HTMLFormElement>('[data-response]');
  const send = part<HTMLButtonElement>('[data-send]');
  const remove = part<HTMLButtonElement>('[data-remove]');
  const saved = part('[data-saved]');
  const kept = createKept(address);
  const { typed, fill, light, lock } = createFields(form);
  let hasEnded = false;
  let isSending = false;
  let waitsForConnection = false;

  const showLeft = () => remove.classList.toggle('invisible', !kept.read().hasLeft);
  const sayUnsent = (isKept: boolean) => {
    if (hasEnded) return say(saved, 'This link has ended. What you typed was not sent.');
    say(saved, isKept ? 'Not sent yet. Saved in this browser.' : 'Not sent yet.');
  };

  const submit = async () => {
    if (isSending || hasEnded) return;
    isSending = true;
    waitsForConnection = false;
    const sent = typed();
    say(saved, 'Sending…');
    try {
      const { name, stars, line, moments } = await calls.save(sent);
      kept.put({ hasLeft: name !== null || stars !== null || line !== null || moments.length > 0 });
      // More may have been typed meanwhile.
      if (JSON.stringify(typed()) !== JSON.stringify(sent)) sayUnsent(kept.put({ typed: typed() }));
      else {
        kept.put({ typed: null });
        say(saved, 'Sent to the artist. You can change it here.');
      }
    } catch (error) {
      fail(error);
    }
    isSending = false;
    showLeft();
  };
  const fail = (error: unknown) => {
    if (error instanceof LinkRefusal) {
      say(saved, error.message);
      if (error.code === 'private_link_ended') ended(error.message);
      return;
    }
    waitsForConnection = true;
    say(saved, 'No connection. What you typed is saved in this browser and sent once you’re online.');
  };
  const removeAll = async () => {
    if (!window.confirm('Remove your name, stars, line and marks?')) return;
    try {
      await calls.remove();
      fill({ name: '', stars: null, line: '' });
      kept.put({ typed: null, hasLeft: false });
      say(saved, 'Removed.');
      send.focus();
      showLeft();
      removed();
    } catch (error) {
      say(saved, error instanceof LinkRefusal ? error.message : 'No connection. Nothing was removed.');
    }
  };

  form.addEventListener('input', () => {
    light();
    sayUnsent(kept.put({ typed: typed() }));
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  });
  window.addEventListener('online', () => waitsForConnection && void submit());
  remove.addEventListener('click', () => void removeAll());

  const before = kept.read().typed;
  if (before !== null) {
    fill(before);
    sayUnsent(true);
  }
  showLeft();

  return {
    /** What this device left before, unless something else was typed since. */
    show: ({ name, stars, line, moments }: GuestResponse) => {
      kept.put({ hasLeft: name !== null || stars !== null || line !== null || moments.length > 0 });
      showLeft();
      if (kept.read().typed === null) fill({ name: name ?? '', stars, line: line ?? '' });
    },
    left: (hasMarks: boolean) => {
      if (hasMarks) kept.put({ hasLeft: true });
      showLeft();
    },
    /** Nothing can be sent any more; what was typed stays, and what was left can be removed. */
    end: () => {
      hasEnded = true;
      send.classList.add('invisible');
      lock();
      const { typed: unsent, hasLeft } = kept.read();
      form.hidden &&= unsent === null && !hasLeft;
      if (unsent !== null) sayUnsent(true);
    },
    /** This device was never let in. */
    hide: () => form.classList.add('invisible'),
  };
}
