import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as contract from '../../../../../contract/audience/audience.ts';
import type { Circle } from '../../../../../contract/shapes.ts';
import { queryFor } from '../../../../data/query.ts';
import { lazyComponent } from '../../../../ui/hooks/lazy-component.tsx';
import { useLost } from '../../../../outbox/use-outbox.ts';
import { words } from '../../../../words/words.ts';
import { firstTwo, framesOf } from '../../../../words/names.ts';
import type { Named } from '../../../mentions/to-content.ts';

const texts = words.compose.audience;

const AudienceNames = lazyComponent(() => import('./audience-names.tsx'));

/** The people who will see something. */
export interface Audience {
  circleIds: readonly string[];
  /** Leaves out the members who take part by e-mail. */
  withoutLetters: boolean;
  /** The members who are left out. */
  leftOut: readonly Named[];
}

/** The chosen ones among a member's circles: a deleted circle is no longer chosen. */
export const chosenAmong = (circles: readonly Circle[] | undefined, ids: readonly string[]): Circle[] =>
  (circles ?? []).filter(({ id }) => ids.includes(id));

/** Counts who will see it, by circles that exist. Refetched with each choice and each change of members. */
export const useAudience = ({ circleIds, leftOut, withoutLetters }: Audience) => {
  const hiddenFrom = leftOut.map(({ id }) => id).toSorted();
  const { data, isError, isPaused } = useQuery({
    ...queryFor(contract.countAudience, {
      circleIds: JSON.stringify(circleIds.toSorted()),
      ...(hiddenFrom.length > 0 && { hiddenFrom: JSON.stringify(hiddenFrom) }),
    }),
    enabled: circleIds.length > 0,
    staleTime: 0,
  });
  const byLetter = data?.byLetter ?? [];
  const count = data ? data.count - (withoutLetters ? byLetter.length : 0) : null;
  return { count, byLetter, frames: data?.frames, isUnknown: isError || isPaused };
};

interface AudienceLineProps {
  audience: Audience;
  /** Picture frames show photos alone. */
  hasPhotos: boolean;
}

/** A sentence: how many people will see it, who of them by e-mail, on which frames, and who will not. Opens their names. */
export function AudienceLine({ audience, hasPhotos }: AudienceLineProps) {
  const { count, byLetter, frames, isUnknown } = useAudience(audience);
  const isLost = useLost();
  const [open, setOpen] = useState(false);
  const { circleIds, leftOut, withoutLetters } = audience;
  const out = [...leftOut.map(({ name }) => name), ...(withoutLetters ? byLetter : [])];
  const people = () => {
    if (circleIds.length === 0) return texts.none;
    if (count === null) return isUnknown ? texts.unknown : texts.counting;
    if (count === 0 && out.length > 0) return texts.onlyYou;
    const letters = withoutLetters ? [] : byLetter;
    const isFramed = frames !== undefined && hasPhotos;
    return texts.people({ count, letters: letters.length, names: firstTwo(letters), isFramed });
  };
  const { showToo, showPhotos } = words.frames;
  const sentences = [
    people(),
    frames && (hasPhotos ? showToo : showPhotos)(framesOf(frames)),
    frames && hasPhotos && words.compose.audience.nobodyElse,
    out.length > 0 && words.compose.leftOut.said({ names: firstTwo(out), count: out.length }),
    isLost && texts.later,
  ];
  const said = sentences.filter(Boolean).join(' ');
  return (
    <>
      <p className="tell wrap-anywhere" role="status">
        {count === null || count + out.length === 0 ? (
          said
        ) : (
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {said}
          </button>
        )}
      </p>
      {open ? <AudienceNames audience={audience} said={said} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
