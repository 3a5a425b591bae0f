import { useQuery } from '@tanstack/react-query';
import * as calls from '../../../contract/timeline.ts';
import { errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Button } from '../../ui/form/button.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { dayMonth, longDay } from '../../words/day.ts';
import { words } from '../../words/words.ts';
import { useBringBack } from './put-away.ts';
import './this-day.css';

const texts = words.thisDay.list;

const titleOf = ({ scope, photo, member }: calls.PutAway): string => {
  const name = member ? displayName(member) : '';
  if (scope === 'photo') return photo?.alt ? texts.photo({ name: photo.alt }) : texts.photoOf;
  if (scope === 'post') return texts.moment({ name });
  return scope === 'member' ? texts.everything({ name }) : texts.day;
};

const dayOf = ({ scope, day }: calls.PutAway): string | null => {
  if (day === null) return null;
  return scope === 'day' ? dayMonth(day) : longDay(day);
};

/** The photos, moments, people and days that the member has put away from This day, to bring them back. */
export function PutAwayCard() {
  const { data, isPending, error } = useQuery({ ...queryFor(calls.listPutAway, {}), staleTime: 0 });
  const back = useBringBack();
  return (
    <section className="card pad" aria-labelledby="put-away">
      <h2 id="put-away">{texts.title}</h2>
      <p className="small mut mt-2">{texts.text}</p>
      {isPending ? <Loading words={texts.loading} /> : null}
      {error && !data ? <p role="alert">{errorText(error, texts.failed)}</p> : null}
      {data?.items.length === 0 ? <p className="mut mt-3">{texts.empty}</p> : null}
      {data && data.items.length > 0 ? (
        <ul className="list mt-1">
          {data.items.map((item) => {
            const title = titleOf(item);
            const day = dayOf(item);
            return (
              <li key={`${item.scope} ${item.id}`} className="this-day-moment">
                {item.photo ? (
                  <img src={item.photo.variants.at(0)?.url ?? item.photo.url} alt="" loading="lazy" />
                ) : null}
                <span className="grow">
                  <span className="b block">{title}</span>
                  {day === null ? null : <span className="small mut block">{day}</span>}
                  {item.words ? <span className="people">{item.words}</span> : null}
                </span>
                <Button
                  kind="quiet"
                  size="sm"
                  aria-label={texts.backOf({ what: day === null ? title : `${title}, ${day}` })}
                  busy={back.isPending && back.variables.id === item.id}
                  onClick={() => back.mutate(item, { onSuccess: () => toast({ title: texts.done }) })}
                >
                  {texts.back}
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
}
