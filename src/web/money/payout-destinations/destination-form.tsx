import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { minimumPayout } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import {
  type DestinationMethod,
  type LocalConduct,
  localConducts,
} from '#contract/money/payout-destinations/destinations.ts';
import type {
  DestinationOffer,
  TypedDestination,
} from '#contract/money/payout-destinations/payout-destinations.ts';
import { isBlank } from '#contract/unseen.ts';
import { callApi } from '#web/calls/api.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { type Form, type FormField, useForm } from '#web/forms/use-form.ts';
import { useUnsentForm } from '#web/forms/use-unsent-form.ts';
import { CodeField, codeRefusals } from '#web/identity/settings/code-field.tsx';
import { useAskedCode } from '#web/identity/settings/use-asked-code.ts';
import { checkPassword } from '#web/identity/sign-in/credential-checks.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { inputStyle, labelStyle } from '#web/ui/controls/field-notes.tsx';
import { RadioCards } from '#web/ui/controls/radio-cards.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { offersQuery } from './destination-queries.ts';
import {
  conductNames,
  countries,
  methodNames,
  ownCountry,
  whySmallPayoutsWait,
} from './destination-texts.ts';

interface Typed {
  readonly country: string;
  readonly legalName: string;
  readonly method: DestinationMethod | '';
  readonly email: string;
  readonly iban: string;
  readonly conduct: LocalConduct;
  readonly password: string;
  readonly code: string;
}

const empty: Omit<Typed, 'country'> = {
  legalName: '',
  method: '',
  email: '',
  iban: '',
  conduct: 'pays',
  password: '',
  code: '',
};

const failed = 'The destination was not saved';
const needed = (text: string) => (typed: string) => (isBlank(typed) ? text : null);

function destinationOf(values: Typed): TypedDestination | null {
  const { method, email, iban, conduct } = values;
  switch (method) {
    case 'stripe':
      return { method };
    case 'paypal':
      return { method, email: email.trim() };
    case 'bank':
      return { method, iban };
    case 'local':
      return { method, conduct };
    case '':
      return null;
  }
}

interface DestinationFormProps {
  onClose: () => void;
  onSaved: () => void;
}

/** Asks for a destination with its provider's details; it takes effect through an emailed link. */
export function DestinationForm({ onClose, onSaved }: DestinationFormProps) {
  const queries = useQueryClient();
  const askedCode = useAskedCode();
  const form = useForm({
    initial: { ...empty, country: ownCountry() },
    checks: {
      country: needed('Choose your country.'),
      legalName: needed('Enter your name as it appears at your bank.'),
      password: checkPassword,
      code: askedCode.check,
    },
    refusals: { wrong_password: 'password', ...codeRefusals },
    failed: { title: failed },
    empties: ['password', 'code'],
    send: async (values) => {
      const destination = destinationOf(values);
      if (destination === null) throw new Error('Choose how you want to be paid.');
      const { country, legalName, password, code } = values;
      const body = { country, legalName: legalName.trim(), destination, password, ...askedCode.sent(code) };
      return callApi(api.payoutDestinations.addDestination, { body });
    },
    onDone: (_answer, { method, email }) => {
      const address = method === 'paypal' ? email.trim() : 'you';
      toast({ title: 'Check your email', body: `We emailed a link to ${address}.`, act: failed });
      void queries.invalidateQueries({ queryKey: queryKeys.wallet.payee });
      onSaved();
    },
    onFailure: (error) => {
      if (isRefusal(error, 'bad_destination')) {
        form.refuse(fieldOf(String(error.details.field)), error.message);
        return true;
      }
      return askedCode.askFor(error);
    },
  });
  useUnsentForm(form, ['legalName', 'email', 'iban']);
  const { country, method } = form.values;
  const offers = useQuery({ ...offersQuery(country), enabled: country !== '' });
  const offer = offers.data?.offers.find((one) => one.method === method);
  return (
    <form {...form.props} className="grid max-w-xl gap-5 border-t border-line pt-5">
      <CountryField {...form.field('country')} />
      {offers.data !== undefined && <Ways form={form} offers={offers.data.offers} />}
      {offer !== undefined && (
        <>
          <Demands offer={offer} />
          <Details form={form} />
          <TextField
            {...form.field('legalName')}
            label="Legal name"
            autoComplete="name"
            hint="As it appears at your bank or payment service."
          />
          <TextField
            {...form.field('password')}
            label="Password"
            type="password"
            autoComplete="current-password"
          />
          {askedCode.needsCode && <CodeField {...form.field('code')} takesRecoveryCode autoFocus />}
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          isDisabled={offer === undefined || !form.isComplete}
          isPending={form.isBusy}
          pendingLabel="Saving..."
        >
          Save this destination
        </Button>
        <Button variant="quiet" onPress={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const fields = ['email', 'iban', 'conduct', 'country'] as const;
const fieldOf = (name: string) => fields.find((field) => field === name) ?? 'legalName';

/** The browser's own list: a phone shows it as it shows every list, and typing searches it. */
function CountryField({ name, value, onChange, error }: FormField<string>) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={labelStyle}>
        Country
      </label>
      <select
        id={id}
        name={name}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="country"
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        className={inputStyle}
      >
        <option value="">Choose your country</option>
        {countries.map((country) => (
          <option key={country.value} value={country.value}>
            {country.label}
          </option>
        ))}
      </select>
      <p id={`${id}-error`} className="text-sm font-medium text-rose">
        {error}
      </p>
    </div>
  );
}

/** The payout methods for this country, or a sentence if there are none. */
function Ways({ form, offers }: { form: Form<Typed>; offers: readonly DestinationOffer[] }) {
  if (offers.length === 0) return <p className="text-muted">We can’t pay to this country yet.</p>;
  return (
    <RadioCards<DestinationMethod>
      label="How you want to be paid"
      options={offers.map((offer) => ({
        value: offer.method,
        title: methodNames[offer.method],
        body: `At least ${formatCents(minimumPayout)} per payout.`,
      }))}
      value={offers.find((offer) => offer.method === form.values.method)?.method ?? null}
      onChange={(method) => form.set({ method })}
    />
  );
}

/** What the provider asks for, shown before typing. */
const Demands = ({ offer: { asks: demanded, sendsFromCents } }: { offer: DestinationOffer }) => {
  const asks = sendsFromCents === null ? demanded : [whySmallPayoutsWait(sendsFromCents), ...demanded];
  if (asks.length === 0) return null;
  return (
    <ul className="grid list-disc gap-1 ps-5 text-sm text-muted">
      {asks.map((ask) => (
        <li key={ask}>{ask}</li>
      ))}
    </ul>
  );
};

function Details({ form }: { form: Form<Typed> }) {
  const { method } = form.values;
  if (method === 'paypal') {
    return (
      <TextField
        {...form.field('email')}
        label="PayPal email"
        type="email"
        hint="We’ll email the confirmation link to this address."
      />
    );
  }
  if (method === 'local') {
    return (
      <SelectField<LocalConduct>
        {...form.field('conduct')}
        label="What the test provider does"
        options={localConducts.map((value) => ({ value, label: conductNames[value] }))}
        hint="This is a test. Nothing is sent."
      />
    );
  }
  return method === 'bank' && <TextField {...form.field('iban')} label="IBAN" autoComplete="off" />;
}
