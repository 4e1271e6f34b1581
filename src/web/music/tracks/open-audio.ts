import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { fixedFailureText } from '#web/calls/error-messages.ts';
import { openLaterTab } from '#web/later-tab.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { loadFailure } from './playback-failure.ts';

/** Opens the user's own recording in a new tab, with a fresh link. */
export async function openAudio(trackId: string): Promise<void> {
  const tab = openLaterTab();
  try {
    const { url } = await callApi(api.tracks.createPlaybackLink, { params: { trackId } });
    const address = new URL(url, window.location.origin).href;
    if (tab.show(address)) return;
    const link = { label: 'Open the audio', url: address };
    toast({
      title: 'Your browser blocked the new tab',
      body: 'Open the audio with this link.',
      link,
      act: 'open audio',
    });
  } catch (error) {
    tab.close();
    toast({ title: 'Playback Error', body: fixedFailureText(error, loadFailure), tone: 'wrong' });
  }
}
