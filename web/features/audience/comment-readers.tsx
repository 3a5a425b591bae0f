// Loads when the writer of a comment asks for it.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Comment } from '../../../contract/shapes.ts';
import * as contract from '../../../contract/audience/audience.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { MorePages } from '../../ui/feedback/loading.tsx';
import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { words } from '../../words/words.ts';
import { PersonRow, wayOf } from './readers.tsx';
import { Waiting } from '../../data/waiting.tsx';

const texts = words.audience;

/** Shows the writer of a comment who can read it. */
export default function CommentReaders({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const query = useInfiniteQuery({
    ...infiniteQueryFor(contract.commentAudience, (place) => ({ id: comment.id, ...place })),
    staleTime: 0,
  });
  const { data, error, isPending } = query;
  const told = data?.pages.at(-1);
  return (
    <Dialog open onClose={onClose} title={texts.commentTitle} description={texts.commentText}>
      <DialogBody>
        <Waiting
          query={{ isPending, error, data }}
          loading={words.controls.oneMoment}
          failed={words.controls.notLoaded}
        />
        {data ? (
          <ul className="list" aria-label={texts.commentList}>
            {data.pages
              .flatMap((page) => page.items)
              .map(({ member, ...way }) => (
                <PersonRow key={member.id} person={member} text={wayOf(way)} />
              ))}
          </ul>
        ) : null}
        <MorePages query={query} />
        {told?.hasUnnamed ? <p className="small mut mt-3">{texts.commentUnnamed}</p> : null}
      </DialogBody>
    </Dialog>
  );
}
