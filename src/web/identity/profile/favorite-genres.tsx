import { useState } from 'react';
import { type Genre, genreKeys, genreLabel, isGenre } from '#contract/business-rules.ts';
import type { Profile } from '#contract/identity/accounts.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Chip } from '#web/ui/controls/chip.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { useEditProfile } from './edit-profile.ts';

/** The user's favorite genres, from those of uploads and discovery. */
export function FavoriteGenres({ genres }: Pick<Profile, 'genres'>) {
  const [chosen, setChosen] = useState<readonly Genre[] | null>(null);
  const edit = useEditProfile();
  if (chosen === null) {
    return (
      <Panel
        title="Favorite genres"
        actions={
          <Button variant="plain" size="small" onPress={() => setChosen(genres.filter(isGenre))}>
            Edit genres
          </Button>
        }
      >
        <p className={genres.length === 0 ? 'text-muted' : 'font-medium'}>
          {genres.length === 0 ? 'None chosen' : genres.map(genreLabel).join(', ')}
        </p>
      </Panel>
    );
  }
  const turn = (genre: Genre) =>
    setChosen(chosen.includes(genre) ? chosen.filter((other) => other !== genre) : [...chosen, genre]);
  const save = () => edit.mutate({ genres: [...chosen] }, { onSuccess: () => setChosen(null) });
  return (
    <Panel title="Favorite genres">
      <fieldset className="flex flex-wrap gap-2 pb-5">
        <legend className="sr-only">Favorite genres</legend>
        {genreKeys.map((genre) => (
          <Chip key={genre} chosen={chosen.includes(genre)} onChoose={() => turn(genre)}>
            {genreLabel(genre)}
          </Chip>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button onPress={save} isPending={edit.isPending} pendingLabel="Saving...">
          Save genres
        </Button>
        <Button variant="quiet" onPress={() => setChosen(null)}>
          Cancel
        </Button>
      </div>
    </Panel>
  );
}
