import { useId } from 'react';
import type { PrivateLink } from '#contract/music/circle/circle.ts';
import {
  linkDays,
  linkDevices,
  linkNameLength,
  mostLinkDays,
  mostLinkDevices,
} from '#contract/music/circle/circle-rules.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useUnsentForm } from '#web/forms/use-unsent-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Dialog } from '#web/ui/controls/dialog.tsx';
import { NumberField } from '#web/ui/controls/number-field.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { typedNumber } from '#web/ui/controls/typed-number.ts';
import { dateText } from '#web/ui/display/day.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useChangeLink, useCreateLink } from './links-queries.ts';

interface LinkValues {
  name: string;
  /** Empty leaves the expiry as it is. */
  days: string;
  deviceLimit: string;
  showsTitle: boolean;
}

const within = (most: number) => (typed: string) => {
  const number = typedNumber(typed);
  return number !== undefined && number >= 1 && number <= most ? null : `Enter a number from 1 to ${most}.`;
};
const checks = {
  name: (name: string) => (name.trim() === '' ? 'Give it a name, so that you know who has it.' : null),
  deviceLimit: within(mostLinkDevices),
};

const sentFields = ({ name, deviceLimit, showsTitle }: LinkValues) => ({
  name,
  deviceLimit: Number(deviceLimit),
  showsTitle,
});

interface DialogProps {
  trackId: string;
  close: () => void;
}

export function CreateLink({ trackId, close }: DialogProps) {
  const create = useCreateLink(trackId);
  return (
    <LinkDialog
      title="New private link"
      act="Create"
      initial={{ name: '', days: String(linkDays), deviceLimit: String(linkDevices), showsTitle: false }}
      checkDays={within(mostLinkDays)}
      send={(values) => create.mutateAsync({ ...sentFields(values), days: Number(values.days) })}
      close={close}
    />
  );
}

export function ChangeLink({ trackId, link, close }: DialogProps & { link: PrivateLink }) {
  const change = useChangeLink(trackId, link.id);
  return (
    <LinkDialog
      title="Change the link"
      act="Save"
      initial={{ ...link, days: '', deviceLimit: String(link.deviceLimit) }}
      checkDays={(typed) => (typed === '' ? null : within(mostLinkDays)(typed))}
      daysHint={`Now until ${dateText(link.expiresAt)}. Empty changes nothing.`}
      send={(values) =>
        change.mutateAsync({
          ...sentFields(values),
          ...(values.days === '' ? {} : { days: Number(values.days) }),
        })
      }
      close={close}
    />
  );
}

interface LinkDialogProps {
  title: string;
  act: string;
  initial: LinkValues;
  checkDays: (typed: string) => string | null;
  daysHint?: string;
  send: (values: LinkValues) => Promise<unknown>;
  close: () => void;
}

function LinkDialog({ title, act, initial, checkDays, daysHint, send, close }: LinkDialogProps) {
  const id = useId();
  const form = useForm<LinkValues>({
    initial: {
      name: initial.name,
      days: initial.days,
      deviceLimit: initial.deviceLimit,
      showsTitle: initial.showsTitle,
    },
    checks: { ...checks, days: checkDays },
    send,
    onDone: () => {
      toast({ title: act === 'Create' ? 'Link created' : 'Link changed' });
      close();
    },
  });
  const isUnsent = useUnsentForm(form, ['name']);
  const showsTitle = form.field('showsTitle');
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title={title}
      isDismissable={!isUnsent}
      actions={
        <>
          <Button variant="quiet" onPress={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} isPending={form.isBusy}>
            {act}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className="grid gap-4">
        <TextField
          {...form.field('name')}
          label="Name"
          maxLength={linkNameLength}
          hint="Who it’s for. Only you see it."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            {...form.field('days')}
            label="Days from now"
            least={1}
            most={mostLinkDays}
            hint={daysHint}
          />
          <NumberField {...form.field('deviceLimit')} label="Devices" least={1} most={mostLinkDevices} />
        </div>
        <Checkbox
          name={showsTitle.name}
          isSelected={showsTitle.value}
          onChange={showsTitle.onChange}
          error={showsTitle.error}
        >
          Show the title and your name in previews, as in a chat
        </Checkbox>
      </form>
    </Dialog>
  );
}
