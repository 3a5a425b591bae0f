import { useInfiniteQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Post } from '../../../contract/shapes.ts';
import { receipts } from '../../../contract/audience/take-back.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { MorePages } from '../../ui/feedback/more-pages.tsx';
import { Button } from '../../ui/form/button.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { short } from '../../words/dates.ts';
import { words } from '../../words/words.ts';

const texts = words.takingBack;
const from = { everyone: texts.fromEveryone, circles: texts.fromCircles, people: texts.fromPeople };

const TakeBackDialog = lazyComponent(() => import('./take-back-dialog.tsx'));

/** The way to take a moment back, and to the receipts of having done so. */
export function TakingBack({ post }: { post: Post }) {
  // A receipt, or the choice for null.
  const [open, setOpen] = useState<{ receiptId?: string } | null>(null);
  const { id } = post;
  const query = useInfiniteQuery({
    ...infiniteQueryFor(receipts, (place) => ({ id, ...place })),
    staleTime: 0,
  });
  const made = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="mt-4">
      {made.length > 0 ? <h3 className="lab">{texts.earlier}</h3> : null}
      <ul className="list">
        {made.map(({ id: receiptId, takenBackAt, takenFrom }) => (
          <li key={receiptId} className="row between wrap min-h-13">
            <span>{from[takenFrom]}</span>
            <Button kind="quiet" size="sm" onClick={() => setOpen({ receiptId })}>
              {texts.receiptOf({ at: short(takenBackAt) })}
            </Button>
          </li>
        ))}
      </ul>
      <MorePages query={query} />
      {post.circles.length > 0 ? (
        <Button kind="quiet" icon={Undo2} onClick={() => setOpen({})}>
          {words.postActions.takeBack}
        </Button>
      ) : null}
      {open ? <TakeBackDialog post={post} {...open} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}
