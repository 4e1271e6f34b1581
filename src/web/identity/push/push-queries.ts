import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

/** Why this browser shows no notifications. Safari on iPhones and iPads only lets installed apps. */
export type PushProblem = 'denied' | 'needs_install' | 'unsupported';

export function pushProblem(): PushProblem | null {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'denied' : null;
  return 'standalone' in navigator ? 'needs_install' : 'unsupported';
}

async function workerOfPage(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) throw new Error('The page has no service worker.');
  return navigator.serviceWorker.ready;
}

const ownSubscription = async () =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() ?? null;

export const pushQuery = queryOptions({
  queryKey: queryKeys.settings.push,
  queryFn: async ({ signal }) => {
    const { serverKey, isOn } = await callApi(api.accounts.readPush, {}, { signal });
    // The browser may have dropped its subscription, for example with the site's data.
    return { serverKey, isOn: isOn && (await ownSubscription()) !== null };
  },
});

async function turnOn() {
  // First, because some browsers only ask right after a press.
  const permission = await Notification.requestPermission();
  const state = await callApi(api.accounts.readPush, {});
  if (permission !== 'granted') return state;
  const { pushManager } = await workerOfPage();
  // One of another server key would be in the way.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: state.serverKey,
  });
  const { keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const body = { endpoint: subscription.endpoint, p256dh, auth, timeZone };
  return callApi(api.accounts.subscribeToPush, { body });
}

async function turnOff() {
  const state = await callApi(api.accounts.unsubscribeFromPush, {});
  await (await ownSubscription())?.unsubscribe();
  return state;
}

/** Turns this browser's notifications on, which asks for permission, or off. */
export function useTurnPush() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOn() : turnOff()),
    onSuccess: (state) => queries.setQueryData(pushQuery.queryKey, state),
    onError: (error) =>
      toast(
        toastFor(error, {
          title: 'Notifications were not changed',
          body: 'Your browser’s push service didn’t respond. Try again later.',
        }),
      ),
  });
}
