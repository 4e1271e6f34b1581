import { Headphones, Mic } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '../controls/checkbox.tsx';
import { RadioCards } from '../controls/radio-cards.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { StarRating } from '../controls/star-rating.tsx';
import { Switch } from '../controls/switch.tsx';
import { TextArea } from '../controls/text-area.tsx';
import { TextField } from '../controls/text-field.tsx';

const genres = ['Ambient', 'Electronic', 'Folk', 'Hip-Hop', 'Jazz', 'Pop', 'Rock'] as const;
const sides = [
  {
    value: 'artist',
    title: 'Artist',
    body: 'Upload tracks and read what people hear.',
    icon: <Mic size={22} />,
  },
  {
    value: 'listener',
    title: 'Listener',
    body: 'Listen, write, and get paid.',
    icon: <Headphones size={22} />,
  },
] as const;

function Choices() {
  const [genre, setGenre] = useState<(typeof genres)[number] | null>(null);
  const [side, setSide] = useState<'artist' | 'listener' | null>('listener');
  const [stars, setStars] = useState<number | null>(4);
  const options = genres.map((value) => ({ value, label: value }));
  return (
    <div className="grid content-start gap-5">
      <SelectField
        label="Genre"
        options={options}
        value={genre}
        onChange={setGenre}
        placeholder="Choose a genre"
      />
      <SelectField
        label="Closest genre"
        options={options}
        value={genre}
        onChange={setGenre}
        error="Choose a genre"
      />
      <RadioCards label="I am here as" options={sides} value={side} onChange={setSide} />
      <StarRating label="Your rating" value={stars} onChange={setStars} />
      <StarRating label="Not yet rated" value={null} onChange={setStars} error="Give it a star rating" />
    </div>
  );
}

export function GalleryFields() {
  const [on, setOn] = useState(true);
  const [agreed, agree] = useState(false);
  return (
    <section aria-label="Fields" className="grid gap-5">
      <h2 className="text-3xl">Fields</h2>
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <div className="grid content-start gap-5">
          <TextField label="Email" type="email" hint="Only for signing in." placeholder="you@example.com" />
          <TextField label="Headline" error="Add a headline" hint="Up to 80 characters." counter="0 / 80" />
          <TextField label="Amount" prefix="$" defaultValue="5.00" />
          <TextField label="Closed" isDisabled defaultValue="Not now" />
          <TextArea
            label="Your review"
            counter="38 / 45 words"
            defaultValue="The low synth that opens this track"
          />
          <Switch isSelected={on} onChange={setOn} hint="You can change it at any time.">
            Mail me about new reviews
          </Switch>
          <Switch isSelected={false} onChange={setOn}>
            Off
          </Switch>
          <Checkbox isSelected={agreed} onChange={agree} error={agreed ? undefined : 'Tick the box to go on'}>
            I made this music
          </Checkbox>
          <Checkbox isSelected onChange={agree}>
            Ticked
          </Checkbox>
        </div>
        <Choices />
      </div>
    </section>
  );
}
