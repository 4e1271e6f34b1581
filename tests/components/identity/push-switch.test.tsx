import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import PushSwitch from '#web/identity/push/push-switch.tsx';

const serverKey = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
const turn = page.getByRole('switch', { name: 'Notify this device when a track waits' });
const text = (part: string) => page.getByText(part, { exact: false });

/** The browser's answer when it is asked for permission. */
let answer: NotificationPermission;
let permission: NotificationPermission;
/** What the server has stored. */
let isOn: boolean;
beforeEach(() => {
  signInAs({ userType: 'listener' });
  answerCall(api.accounts.readPush, () => ({ serverKey, isOn }));
  isOn = false;
  permission = 'default';
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => permission);
  vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => {
    permission = answer;
    return answer;
  });
});
afterEach(() => vi.restoreAllMocks());

test('asks for permission only when it is turned on, and says what to do if that is denied', async () => {
  answer = 'denied';
  await show(<PushSwitch />);
  await expect.element(turn).toBeEnabled();
  await expect.element(text('at most 2 a day, none from 10 PM to 8 AM')).toBeVisible();
  await expect.element(text('Someone else may be quicker.')).toBeVisible();
  expect(Notification.requestPermission).not.toHaveBeenCalled();
  await turn.click({ force: true });
  await expect.element(text('Allow them in your browser’s settings')).toBeVisible();
  await expect.element(turn).toBeDisabled();
});

test('sends the browser’s subscription and time zone, and ends both', async () => {
  answer = 'granted';
  let subscription: object | null = null;
  const unsubscribe = vi.fn(async () => {
    subscription = null;
    return true;
  });
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc';
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: vi.fn(async () => {
      subscription = {
        endpoint,
        unsubscribe,
        toJSON: () => ({ endpoint, keys: { p256dh: 'AAAA', auth: 'BBBB' } }),
      };
      return subscription;
    }),
  };
  const registration = { pushManager };
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(
    Object.assign(Object.create(null), registration),
  );
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockResolvedValue(
    Object.assign(Object.create(null), registration),
  );
  const sent = answerCall(api.accounts.subscribeToPush, () => {
    isOn = true;
    return { serverKey, isOn };
  });
  const ended = answerCall(api.accounts.unsubscribeFromPush, () => {
    isOn = false;
    return { serverKey, isOn };
  });
  await show(<PushSwitch />);
  await expect.element(turn).toBeEnabled();
  await turn.click({ force: true });
  await expect.element(turn).toBeChecked();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // The switch moves before the server has answered.
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([{ endpoint, p256dh: 'AAAA', auth: 'BBBB', timeZone }]);
  expect(pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: serverKey,
  });
  await expect.element(turn).toBeEnabled();
  await turn.click({ force: true });
  await expect.element(turn).not.toBeChecked();
  await expect.poll(() => ended).toHaveLength(1);
  await expect.poll(() => unsubscribe.mock.calls).toHaveLength(1);
});

test('says that a browser without push cannot show notifications', async () => {
  const { PushManager } = window;
  Reflect.deleteProperty(window, 'PushManager');
  try {
    await show(<PushSwitch />);
    await expect.element(text('This browser can’t show notifications.')).toBeVisible();
    await expect.element(turn).toBeDisabled();
  } finally {
    Object.assign(window, { PushManager });
  }
});
