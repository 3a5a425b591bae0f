import { useInfiniteQuery } from '@tanstack/react-query';
import { limits } from '../../../contract/limits.ts';
import { audience } from '../../../contract/audience/audience.ts';
import { errorText } from '../../data/api.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { MorePages } from '../../ui/feedback/more-pages.tsx';
import { CheckboxRow } from '../../ui/form/checkbox-row.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';

const texts = words.takingBack;

interface ReaderChoiceProps {
  /** The id of the moment. */
  id: string;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Chooses among the people who see a moment. */
export function ReaderChoice({ id, chosen, onChange }: ReaderChoiceProps) {
  const query = useInfiniteQuery({
    ...infiniteQueryFor(audience, (place) => ({ id, ...place })),
    staleTime: 0,
  });
  const { data, error } = query;
  if (!data)
    return error ? <p role="alert">{errorText(error, texts.failed)}</p> : <Loading words={texts.loading} />;
  const readers = data.pages.flatMap((page) => page.items);
  if (readers.length === 0) return <p>{texts.nobody}</p>;
  return (
    <fieldset>
      <legend className="lab">{texts.choosePeople}</legend>
      {readers.map(({ member, circles }) => (
        <CheckboxRow
          key={member.id}
          label={displayName(member)}
          note={circles.map(({ name }) => name).join(', ')}
          checked={chosen.includes(member.id)}
          disabled={chosen.length >= limits.hiddenFrom && !chosen.includes(member.id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, member.id] : chosen.filter((other) => other !== member.id))
          }
        />
      ))}
      <MorePages query={query} />
    </fieldset>
  );
}
