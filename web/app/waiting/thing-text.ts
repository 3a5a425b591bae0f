import { useQuery } from '@tanstack/react-query';
import * as circles from '../../../contract/circles.ts';
import { queryFor } from '../../data/query.ts';
import type { Thing } from '../../outbox/things.ts';
import { useLost } from '../../outbox/use-outbox.ts';
import { words } from '../../words/words.ts';

const texts = words.outbox;

/** Says what a thing is, and how it is with it: '3 of 12 photos to Family' and 'waiting for a connection'. */
export const useThingTexts = (): ((thing: Thing) => { what: string; how: string }) => {
  const { data: own = [] } = useQuery(queryFor(circles.list, {}));
  const isLost = useLost();
  return ({ lead: { label }, photos: { done, total }, state }) => {
    const { title = '', circleIds = [] } = label ?? {};
    const names = own.filter(({ id }) => circleIds.includes(id)).map(({ name }) => name);
    const thing = total > 0 ? texts.photos({ done, total }) : title;
    const what = names.length > 0 ? texts.to({ what: thing, circles: names.join(', ') }) : thing;
    if (state !== 'sending') return { what, how: texts[state] };
    const count = Math.max(total, 1);
    return { what, how: isLost ? texts.waits({ count }) : texts.sending({ count }) };
  };
};
