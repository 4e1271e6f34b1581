import {
  commentLength,
  countWords,
  minimumReviewWords,
  requiredListeningSeconds,
  reviewButton,
} from '#contract/business-rules.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RadioCards } from '#web/ui/controls/radio-cards.tsx';
import { StarRating } from '#web/ui/controls/star-rating.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { Lights } from '#web/ui/music/lights.tsx';
import { type CannedStyle, cannedReviews, cannedStyles, styleOf } from './canned-reviews.ts';
import { isReviewReady } from './demo-rules.ts';
import { sampleTrack } from './sample-tracks.ts';
import { StepHeading } from './step-parts.tsx';
import type { Demo } from './use-demo.ts';

const tastes: Record<CannedStyle, string> = {
  Phenomenal: 'Play it again tonight.',
  Great: 'Strong, with two remarks.',
  Good: 'A start worth working on.',
};

/** Stars, the user's own or a canned review, and a button that says what is missing. */
export function ReviewStep({ demo }: { demo: Demo }) {
  const { rating, comment } = demo.state;
  const change = (part: { rating?: number; comment?: string }) => demo.change({ ...part, isReviewed: false });
  return (
    <div className="grid gap-8">
      <StepHeading
        lead={`${sampleTrack(demo.state.selectedTrack).title}: stars, and ${minimumReviewWords} words or more.`}
      >
        Say what you heard
      </StepHeading>
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="grid content-start gap-6">
          <StarRating label="Your rating" value={rating} onChange={(stars) => change({ rating: stars })} />
          <RadioCards
            label="Review style"
            value={styleOf(comment)}
            onChange={(style) => change({ comment: cannedReviews[style] })}
            options={cannedStyles.map((style) => ({ value: style, title: style, body: tastes[style] }))}
          />
        </div>
        <div className="grid content-start gap-4">
          <TextArea
            label="Your review"
            value={comment}
            onChange={(text) => change({ comment: text })}
            maxLength={commentLength}
            rows={7}
          />
          <Submit demo={demo} />
        </div>
      </div>
    </div>
  );
}

function Submit({ demo }: { demo: Demo }) {
  const { rating, comment, isReviewed } = demo.state;
  const words = countWords(comment);
  const { text } = reviewButton({
    submitting: false,
    rating: rating ?? 0,
    comment,
    listenedSeconds: requiredListeningSeconds,
  });
  const submit = () => {
    demo.change({ isReviewed: true });
    demo.goTo(7);
  };
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-4">
      <div className="min-w-60 flex-1">
        <Lights
          label="Words written"
          count={minimumReviewWords}
          lit={words}
          tone={words >= minimumReviewWords ? 'earned' : 'act'}
          valueText={`${words} of ${minimumReviewWords} words`}
          start={`${words} / ${minimumReviewWords} words`}
          end={words >= minimumReviewWords && rating === null ? 'A star rating is missing.' : undefined}
        />
      </div>
      <div className="w-full sm:w-auto">
        <Button size="large" wide isDisabled={isReviewed || !isReviewReady(rating, comment)} onPress={submit}>
          {isReviewed ? 'Submitted' : text}
        </Button>
      </div>
    </div>
  );
}
