import { noticeLabels } from '#contract/identity/notice-kinds.ts';
import type { NoticeKind, Settings } from '#contract/identity/settings.ts';
import { Switch } from '#web/ui/controls/switch.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { useChangeSettings } from './settings-queries.ts';

const notices: readonly { kind: NoticeKind; hint: string; isOfArtists?: true }[] = [
  {
    kind: 'review_received',
    hint: 'A listener reviewed one of your tracks.',
    isOfArtists: true,
  },
  {
    kind: 'review_decided',
    hint: 'A review you wrote was approved or rejected.',
  },
  { kind: 'payout_decided', hint: 'Your payout request was approved or rejected.' },
  { kind: 'new_track', hint: 'An artist you follow uploaded a track.' },
  { kind: 'link_opened', hint: 'Someone opened a private link to one of your tracks.', isOfArtists: true },
];

/** Which emails are sent. Emails about the account itself always are. */
export function NotificationSettings({ settings, hasTracks }: { settings: Settings; hasTracks: boolean }) {
  const change = useChangeSettings();
  return (
    <div id="notifications" className="scroll-mt-20">
      <Panel title="Notifications" level={3}>
        <div className="grid gap-3">
          <p className="text-muted">
            We’ll email you about these: reviews, new tracks and private links at most once a day. Account
            emails are always sent.
          </p>
          {notices
            .filter(({ isOfArtists }) => hasTracks || isOfArtists !== true)
            .map(({ kind, hint }) => (
              <Switch
                key={kind}
                hint={hint}
                isSelected={settings.notices[kind]}
                onChange={(isOn) => change.mutate({ notices: { [kind]: isOn } })}
              >
                {noticeLabels[kind]}
              </Switch>
            ))}
        </div>
      </Panel>
    </div>
  );
}
