import { useQuery } from '@tanstack/react-query';
import * as circles from '../../../contract/circles.ts';
import { queryFor } from '../../data/query.ts';
import { withdrawal } from '../../outbox/item.ts';
import type { Thing } from '../../outbox/things.ts';
import { useLost } from '../../outbox/use-outbox.ts';
import { words } from '../../words/words.ts';

const texts = words.outbox;

interface ThingTexts {
  /** '3 of 12 photos to Family' */
  what: string;
  /** The same below its title: without photos 'to Family', or nothing. */
  below: string | null;
  /** 'waiting for a connection' */
  how: string;
}

/** The words about a thing, and how it is with it. */
export const useThingTexts = (): ((thing: Thing) => ThingTexts) => {
  const { data: own = [] } = useQuery(queryFor(circles.list, {}));
  const isLost = useLost();
  return ({ lead: { kind, label }, photos: { done, total }, state }) => {
    const { title = '', circleIds = [] } = label ?? {};
    const names = own.filter(({ id }) => circleIds.includes(id)).map(({ name }) => name);
    const thing = total > 0 ? texts.photos({ done, total }) : title;
    const toWhom = { circles: names.join(', ') };
    const what = names.length > 0 ? texts.to({ what: thing, ...toWhom }) : thing;
    const alone = names.length > 0 ? texts.toThem(toWhom) : null;
    const count = Math.max(total, 1);
    const below = total > 0 ? what : alone;
    if (kind === withdrawal) {
      const goes = isLost ? texts.withdrawnLater : texts.withdrawn;
      return { what, below, how: state === 'refused' ? texts.notWithdrawn : goes };
    }
    const sending = isLost ? texts.waits({ count }) : texts.sending({ count });
    return { what, below, how: state === 'sending' ? sending : texts[state] };
  };
};
