import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { fixedFailureText } from '#web/error-messages.ts';
import { openLaterTab } from '#web/later-tab.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { loadFailure } from './playback-failure.ts';

/** Opens the user's own recording in a new tab, with a fresh link. */
export async function openAudio(trackId: string): Promise<void> {
  const tab = openLaterTab();
  try {
    const { url } = await callApi(api.tracks.createPlaybackLink, { params: { trackId } });
    if (tab.show(new URL(url, window.location.origin).href)) return;
    toast({ title: 'Playback Error', body: 'Your browser blocked the new tab.', tone: 'wrong' });
  } catch (error) {
    tab.close();
    toast({ title: 'Playback Error', body: fixedFailureText(error, loadFailure), tone: 'wrong' });
  }
}
