import { useQuery } from '@tanstack/react-query';
import { FolderInput, Images } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import * as circles from '../../../contract/circles.ts';
import type { Member } from '../../../contract/shapes.ts';
import { ApiError, errorText } from '../../data/api.ts';
import { CircleDialogs, type OpenDialog } from '../../features/circles/circle-dialogs.tsx';
import { CircleHeader } from '../../features/circles/circle-header.tsx';
import '../../features/circles/circles.css';
import { MemberList } from '../../features/circles/member-list.tsx';
import { go } from '../../app/navigation.ts';
import { queryFor } from '../../data/query.ts';
import { useTitle } from '../../app/page-title.ts';
import { Button } from '../../ui/form/button.tsx';
import { ButtonLink } from '../../ui/form/links.tsx';
import { BackLink } from '../../ui/layout/layouts.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const texts = words.circles.manage;

const CircleDelivery = lazyComponent(() => import('../../features/delivery/circle-delivery.tsx'));
const CircleFrames = lazyComponent(() => import('../../features/frames/circle-frames.tsx'));
const MailboxCard = lazyComponent(() => import('../../features/mailbox/mailbox-card.tsx'));
const OfferAccountDialog = lazyComponent(() => import('../../features/mailbox/offer-account-dialog.tsx'));
const ArchiveCard = lazyComponent(() => import('../../features/archives/archive-card.tsx'));
const EditCircleForm = lazyComponent(() => import('../../features/circles/edit-circle-form.tsx'));

/** `?id=` or `?circleId=`; without either there is nothing to manage, and the list opens. */
export default function CircleManagementPage() {
  const [search] = useSearchParams();
  const id = search.get('id') || search.get('circleId');
  useEffect(() => {
    if (!id) go('/circles', { replace: true });
  }, [id]);
  return (
    <main id="main">
      <div className="page">
        <BackLink href="/circles" label={texts.back} />
        {id ? <Managed key={id} id={id} /> : null}
      </div>
    </main>
  );
}

function Managed({ id }: { id: string }) {
  const { data: circle, isPending, error, refetch } = useQuery(queryFor(circles.get, { id }));
  const [editing, setEditing] = useState(false);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [offered, setOffered] = useState<Member | null>(null);
  useTitle(circle?.name ?? null);
  if (isPending) return <Loading words={texts.loading} />;
  // A circle that this member just lost stays in the cache for a moment; it must not stay on the screen.
  const gone = error instanceof ApiError && error.status === 404;
  if (!circle || gone) {
    return (
      <div role="alert" className="stack g8 items-start">
        <h1>{texts.fetchFailed}</h1>
        <p className="mut">{gone ? texts.fetchFailedText : errorText(error)}</p>
        {gone ? null : (
          <Button kind="quiet" className="mt-2" onClick={() => void refetch()}>
            {words.ui.tryAgain}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="cmg">
      {editing ? (
        <section className="cmh">
          <EditCircleForm circle={circle} onDone={() => setEditing(false)} />
        </section>
      ) : (
        <CircleHeader circle={circle} onAct={(act) => (act === 'edit' ? setEditing(true) : setOpen(act))} />
      )}
      <div className="stack g16">
        <CircleFrames circle={circle} />
        <ButtonLink kind="quiet" href={`/create-album?circle=${circle.id}`} icon={Images}>
          {words.albums.make}
        </ButtonLink>
        <ButtonLink kind="quiet" href={`/import?circle=${circle.id}`} icon={FolderInput}>
          {words.imports.link}
        </ButtonLink>
        {circle.kind === 'shared' ? <CircleDelivery circle={circle} /> : null}
        <MemberList
          circle={circle}
          onRemove={(member) => setOpen({ remove: member })}
          onOfferAccount={setOffered}
        />
        {circle.isOwner ? <MailboxCard circle={circle} /> : null}
        <ArchiveCard circle={circle} />
      </div>
      {offered ? (
        <OfferAccountDialog circle={circle} member={offered} onClose={() => setOffered(null)} />
      ) : null}
      {open === null ? null : <CircleDialogs circle={circle} open={open} onClose={() => setOpen(null)} />}
    </div>
  );
}
