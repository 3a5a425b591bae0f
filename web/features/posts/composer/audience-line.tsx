import { useQuery } from '@tanstack/react-query';
import * as contract from '../../../../contract/audience/audience.ts';
import type { Circle } from '../../../../contract/shapes.ts';
import { queryFor } from '../../../data/query.ts';
import { Switch } from '../../../ui/form/switch.tsx';
import { words } from '../../../words/words.ts';
import { firstTwo, framesOf } from '../../../words/names.ts';

const texts = words.compose.audience;

export interface AudienceProps {
  circles: readonly Circle[];
  /** Whether the members who take part by letter are left out. */
  withoutLetters: boolean;
  /** Ids of the members who are left out. */
  hiddenFrom: readonly string[];
}

interface AudienceLineProps extends AudienceProps {
  /** Picture frames show photos alone. */
  hasPhotos: boolean;
}

/** Counts who will see the moment. Refetched with each choice and each change of members. */
const useAudience = ({ circles, hiddenFrom }: Pick<AudienceProps, 'circles' | 'hiddenFrom'>) =>
  useQuery({
    ...queryFor(contract.countAudience, {
      circleIds: JSON.stringify(circles.map(({ id }) => id).toSorted()),
      ...(hiddenFrom.length > 0 && { hiddenFrom: JSON.stringify(hiddenFrom.toSorted()) }),
    }),
    enabled: circles.length > 0,
    staleTime: 0,
  });

/** The number of people who will see the moment, with the names of those who get it by letter or show it on a frame. */
export function AudienceLine({ circles, withoutLetters, hiddenFrom, hasPhotos }: AudienceLineProps) {
  const { data, isError, isPaused } = useAudience({ circles, hiddenFrom });
  const sentence = () => {
    if (circles.length === 0) return texts.none;
    if (!data) return isError || isPaused ? texts.unknown : texts.counting;
    const { count, byLetter, frames } = data;
    const letters = withoutLetters ? [] : byLetter;
    const people =
      count === 0 && hiddenFrom.length > 0
        ? texts.onlyYou
        : texts.people({
            count: withoutLetters ? count - byLetter.length : count,
            letters: letters.length,
            names: firstTwo(letters),
            isFramed: frames !== undefined && hasPhotos,
          });
    if (!frames) return people;
    const { showToo, showPhotos } = words.frames;
    return `${people} ${(hasPhotos ? showToo : showPhotos)(framesOf(frames))}`;
  };
  return (
    <p className="small mut row g8 items-start" role="status">
      {circles.length === 0 ? null : (
        <span className="aud h-5 shrink-0" aria-hidden="true">
          <span className="o">
            {circles.slice(0, 4).map((circle) => (
              <i key={circle.id} style={{ '--c': circle.color }} />
            ))}
          </span>
        </span>
      )}
      <span>{sentence()}</span>
    </p>
  );
}

interface LettersSwitchProps extends AudienceProps {
  disabled: boolean;
  onChange: (withoutLetters: boolean) => void;
}

/** Leaves the members who take part by letter out of the moment; shown where the circles have some. */
export function LettersSwitch({
  circles,
  withoutLetters,
  hiddenFrom,
  disabled,
  onChange,
}: LettersSwitchProps) {
  const { data } = useAudience({ circles, hiddenFrom });
  const hasSome = (data?.byLetter ?? []).length > 0;
  return circles.length > 0 && (withoutLetters || hasSome) ? (
    <Switch
      label={texts.leaveOut}
      hint={texts.leaveOutHint}
      checked={withoutLetters}
      disabled={disabled}
      onChange={onChange}
    />
  ) : null;
}
