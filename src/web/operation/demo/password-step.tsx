import { type SubmitEvent, useRef, useState } from 'react';
import { demoPasswordLength } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { GrooveRecord } from '#web/ui/music/groove-record.tsx';
import { sampleTrack } from './sample-tracks.ts';
import { StepHeading } from './step-parts.tsx';
import type { Demo } from './use-demo.ts';

/** The password step; the server verifies it. */
export function PasswordStep({ demo }: { demo: Demo }) {
  return (
    <div className="grid items-center gap-12 lg:grid-cols-[1.2fr_1fr]">
      <div className="grid gap-10">
        <StepHeading lead="How Agents earn by listening, and what artists learn from them: ten steps, three minutes.">
          The investor demo
        </StepHeading>
        {demo.state.isPasswordVerified ? (
          <p role="status" className="border-s-4 border-mint bg-panel p-5 text-lg">
            You’re in. Press Next.
          </p>
        ) : (
          <PasswordForm demo={demo} />
        )}
      </div>
      <div className="mx-auto w-full max-w-md max-lg:hidden">
        <GrooveRecord id="demo" peaks={sampleTrack(0).peaks} isPlaying />
      </div>
    </div>
  );
}

function PasswordForm({ demo }: { demo: Demo }) {
  const { password, change, error, isPending, submit, field } = usePassword(demo);
  return (
    <form onSubmit={submit} className="grid max-w-md gap-3">
      {/* Reserve space for the error, so that a wrong password moves nothing. */}
      <div className="min-h-26">
        <TextField
          label="Demo password"
          type="password"
          name="demo-password"
          autoComplete="off"
          value={password}
          onChange={change}
          maxLength={demoPasswordLength}
          error={error}
          inputRef={field}
        />
      </div>
      <div>
        <Button type="submit" size="large" isPending={isPending} pendingLabel="Checking...">
          Enter the demo
        </Button>
      </div>
    </form>
  );
}

function usePassword(demo: Demo) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wrong = (text: string) => {
    setError(text);
    field.current?.focus();
  };
  const verify = async () => {
    if (password.trim() === '') return wrong('Please enter the password.');
    setPending(true);
    try {
      await callApi(api.demo.verifyDemoPassword, { body: { password } });
      demo.change({ isPasswordVerified: true });
      demo.goTo(2);
    } catch (failure) {
      wrong(failureText(failure));
    } finally {
      setPending(false);
    }
  };
  return {
    password,
    error,
    isPending,
    field,
    change: (text: string) => {
      setPassword(text);
      setError(undefined);
    },
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      void verify();
    },
  };
}
