import type { ListenPage } from '#contract/music/circle/listen-page.ts';
import { momentKinds, momentLabels } from '#contract/music/tracks/moment-kinds.ts';
import { MomentIcon } from '#web/music/tracks/moment-icon.tsx';
import { DrawnPlayButton } from '#web/ui/controls/drawn-play-button.tsx';

/** The track's cover and title, the player, the waveform and the three marks. Nothing moves when the script fills them. */
export const DrawnPlayer = ({ page: { named } }: { page: ListenPage }) => (
  <section aria-label="The track" data-player className="group grid gap-3">
    <div className="flex items-start gap-4">
      <div className="relative size-28 shrink-0 sm:size-36">
        <div aria-hidden className="record" data-record>
          <div className="record-disc">
            <canvas />
          </div>
        </div>
        <img data-cover hidden alt="" className="absolute inset-0 size-full object-cover" />
      </div>
      <div className="grid h-28 min-w-0 grow content-start gap-1 sm:h-36">
        <p dir="auto" data-artist className="h-6 truncate text-muted">
          {named?.artistName}
        </p>
        <h1 dir="auto" data-title className="line-clamp-3 text-2xl wrap-anywhere sm:text-4xl">
          {named?.title ?? 'A private track'}
        </h1>
      </div>
    </div>
    <div className="flex items-center gap-4">
      {/* A tap before the script runs would be lost. */}
      <DrawnPlayButton label="Play" isDisabled />
      <div className="grid h-17 min-w-0 content-center">
        <span className="tabular flex gap-1.5 text-lg">
          <span data-time>0:00</span>
          <span data-duration className="text-muted" />
        </span>
        <p role="status" data-status className="text-sm font-semibold" />
      </div>
    </div>
    <div className="waveform relative h-24 sm:h-32">
      <canvas aria-hidden data-wave className="absolute inset-0 size-full" />
      <ul
        aria-label="Your marks"
        data-marks
        hidden
        className="pointer-events-none absolute inset-x-0 top-0"
      />
      <input
        type="range"
        className="seek"
        data-seek
        min={0}
        max={1}
        step={0.1}
        defaultValue={0}
        disabled
        aria-label="Position"
      />
    </div>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws and spaces itself */}
    <div
      role="group"
      aria-label="Mark this moment"
      className="grid grid-cols-[auto_auto_auto] gap-2 sm:grid-cols-3"
    >
      {momentKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          data-mark={kind}
          disabled
          aria-pressed={false}
          className="flex min-h-12 cursor-pointer items-center justify-center gap-2 border border-rest px-1.5 text-sm font-semibold transition-colors select-none hover:border-muted hover:bg-raised disabled:cursor-default disabled:border-line disabled:text-muted aria-pressed:border-text aria-pressed:bg-raised sm:text-base"
        >
          <MomentIcon kind={kind} size={18} />
          <span className="leading-tight">{momentLabels[kind]}</span>
        </button>
      ))}
    </div>
  </section>
);
