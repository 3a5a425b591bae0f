import { useQuery } from '@tanstack/react-query';
import { FolderInput, ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import * as circles from '../../../contract/circles.ts';
import type { Member, Circle } from '../../../contract/shapes.ts';
import { go } from '../../app/navigation.ts';
import { useTitle } from '../../app/not-found.tsx';
import { ApiError, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { CircleDialogs, type OpenDialog } from '../../features/circles/circle-dialogs.tsx';
import '../../features/circles/circles.css';
import { FaceSwitch } from '../../features/circles/faces/face-switch.tsx';
import { MemberList } from '../../features/circles/member-list.tsx';
import { NewSince } from '../../features/circles/new-since.tsx';
import { PlaceHead } from '../../features/circles/place-head.tsx';
import '../../features/circles/place.css';
import { placeOf, type Room, rooms } from '../../features/circles/place.ts';
import { useRing } from '../../features/circles/ring-photo.ts';
import { FeedPosts } from '../../features/posts/feed/feed-posts.tsx';
import { Cover } from '../../features/timeline/cover.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { BackLink } from '../../ui/layout/layouts.tsx';
import { LinkTabs } from '../../ui/layout/link-tabs.tsx';
import { words } from '../../words/words.ts';
import { useChoices } from '../../features/delivery/choices.ts';
import { asksForFace, runs } from '../../features/circles/members.ts';

const findHead = (): Element | null => document.querySelector('.place-with a');

const FaceDialog = lazyComponent(() => import('../../features/circles/faces/face-dialog.tsx'));
const ReachDialog = lazyComponent(() => import('../../features/delivery/reach-dialog.tsx'));

/** Says when the moments of a shared circle reach the member, and changes it. */
function ReachButton({ circle }: { circle: Circle }) {
  const [open, setOpen] = useState(false);
  const when = useChoices().data?.circles.find(({ circleId }) => circleId === circle.id)?.when;
  if (when === undefined) return null;
  return (
    <>
      <button
        type="button"
        className="reach"
        aria-haspopup="dialog"
        onPointerEnter={ReachDialog.preload}
        onClick={() => setOpen(true)}
      >
        {words.delivery.reaches({ when })}
        <ChevronDown aria-hidden="true" />
      </button>
      {open ? <ReachDialog circle={circle} when={when} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const texts = words.circles.manage;

const AddressesRow = lazyComponent(() => import('../../features/mailbox/by-mail/addresses-row.tsx'));
const AlbumShelf = lazyComponent(() => import('../../features/albums/album-shelf.tsx'));
const ArchiveCard = lazyComponent(() => import('../../features/archives/archive-card.tsx'));
const AskDialog = lazyComponent(() => import('../../features/questions/ask-dialog.tsx'));
const AskedList = lazyComponent(() => import('../../features/mailbox/asked-list.tsx'));
const ByMailRow = lazyComponent(() => import('../../features/mailbox/by-mail-row.tsx'));
const CodeRow = lazyComponent(() => import('../../features/invitations/code-row.tsx'));
const CircleDelivery = lazyComponent(() => import('../../features/delivery/circle-delivery.tsx'));
const CircleFrames = lazyComponent(() => import('../../features/frames/circle-frames.tsx'));
const OpenInvitations = lazyComponent(async () => ({
  default: (await import('../../features/invitations/open-invitations.tsx')).OpenInvitations,
}));
const OfferAccountDialog = lazyComponent(() => import('../../features/mailbox/offer-account-dialog.tsx'));
const PhotosView = lazyComponent(async () => ({
  default: (await import('../../features/timeline/photos-view.tsx')).PhotosView,
}));
const PlaceSettings = lazyComponent(() => import('../../features/circles/place-settings.tsx'));

const isRoom = (tab: string | null): tab is Room => rooms.some((room) => room === tab);

/** `?id=` or `?circleId=`, `&tab=`, and `&joined=` after joining; without an id there is no place, and the list opens. */
export default function CircleManagementPage() {
  const [search] = useSearchParams();
  const id = search.get('id') || search.get('circleId');
  const tab = search.get('tab');
  useEffect(() => {
    if (!id) go('/circles', { replace: true });
  }, [id]);
  const chosen = isRoom(tab) || tab === 'settings' ? tab : null;
  const isNew = search.has('joined');
  return <main id="main">{id ? <Place key={id} id={id} chosen={chosen} isNew={isNew} /> : null}</main>;
}

/** The circle, or what the list of circles already knows of it. */
const useCircle = (id: string) => {
  const query = useQuery({ ...queryFor(circles.get, { id }), staleTime: 0 });
  const { data: own } = useQuery({ ...queryFor(circles.list, {}), enabled: query.isPending });
  // A circle that this member just lost stays in the cache for a moment; it must not stay on the screen.
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  const listed = query.isPending ? own?.find((circle) => circle.id === id) : undefined;
  return { ...query, isGone, circle: isGone ? undefined : (query.data ?? listed) };
};

interface PlaceProps {
  id: string;
  chosen: Room | 'settings' | null;
  /** The member has just joined. */
  isNew: boolean;
}

function Place({ id, chosen, isNew }: PlaceProps) {
  const { circle, data, isPending, isGone, error, refetch, isFetchedAfterMount } = useCircle(id);
  // A circle of one person begins with the people, and does not change the room when the second joins.
  const [isAlone, setAlone] = useState<boolean | null>(null);
  if (circle && isAlone === null) setAlone(circle.memberCount === 1);
  const room = chosen ?? (isAlone ? 'people' : 'moments');
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [askedMember, setAskedMember] = useState<Member | null>(null);
  const [offered, setOffered] = useState<Member | null>(null);
  const ring = useRing(data);
  useTitle(circle?.name ?? null);
  if (!circle) {
    return (
      <div className="page">
        <BackLink href="/circles" label={texts.back} />
        {isPending ? (
          <Loading words={texts.loading} />
        ) : (
          <div role="alert" className="stack g8 items-start">
            <h1>{texts.fetchFailed}</h1>
            <p className="mut">{isGone ? texts.fetchFailedText : errorText(error)}</p>
            {isGone ? null : (
              <Button kind="quiet" className="mt-2" onClick={() => void refetch()}>
                {words.ui.tryAgain}
              </Button>
            )}
          </div>
        )}
      </div>
    );
  }
  const contents = () => {
    if (room === 'moments') {
      const choice = { circleId: id, sort: 'newest' } as const;
      return (
        <>
          {data ? <NewSince circle={data} /> : null}
          <FeedPosts choice={choice} isPlace onClear={() => go('/circles')} onGone={findHead} />
        </>
      );
    }
    if (room === 'photos') return <PhotosView circleId={id} items={ring} />;
    if (room === 'albums') return <AlbumShelf circleId={id} />;
    // The list of circles has the first members only.
    if (!data) return <Loading words={texts.loading} />;
    if (room === 'people') {
      return (
        <div className="stack g16">
          {data.kind === 'shared' ? <FaceSwitch circle={data} /> : null}
          <MemberList
            circle={data}
            onAdd={() => setOpen('add')}
            onAsk={setAskedMember}
            onRemove={(member) => setOpen({ remove: member })}
            onOfferAccount={setOffered}
          />
          <CircleFrames circle={data} />
          {runs(data) ? (
            <>
              <AskedList circle={data} />
              <OpenInvitations circleId={id} />
            </>
          ) : null}
        </div>
      );
    }
    return (
      <PlaceSettings
        circle={data}
        onAct={setOpen}
        own={
          <>
            {data.kind === 'shared' ? <CircleDelivery circle={data} /> : null}
            <AddressesRow circle={data} />
            <ArchiveCard circle={data} />
          </>
        }
        bring={
          <ButtonLink kind="quiet" href={`/import?circle=${id}`} icon={FolderInput}>
            {words.imports.link}
          </ButtonLink>
        }
      />
    );
  };
  return (
    <div className="place" style={{ '--c': circle.color }} data-room={room}>
      <PlaceHead
        circle={circle}
        room={room}
        cover={<Cover photos={data?.cover ?? null} items={ring} />}
        reach={circle.kind === 'shared' ? <ReachButton circle={circle} /> : null}
        onAdd={() => setOpen('add')}
      />
      <div className="room">
        {room === 'settings' ? null : (
          <LinkTabs
            className="place-tabs"
            label={circle.name}
            tabs={rooms}
            value={room}
            hrefOf={(one) => placeOf(id, one)}
            textOf={(one) => (one === 'people' ? words.circles.place.people : words.posts.feed.rooms[one])}
          />
        )}
        {contents()}
      </div>
      {data && isFetchedAfterMount && !isAsked && room === 'moments' && asksForFace(data) ? (
        <FaceDialog circle={data} isNew={isNew} onClose={() => setAsked(true)} />
      ) : null}
      {askedMember ? (
        <AskDialog circle={circle} member={askedMember} onClose={() => setAskedMember(null)} />
      ) : null}
      {offered ? (
        <OfferAccountDialog circle={circle} member={offered} onClose={() => setOffered(null)} />
      ) : null}
      {data && open !== null ? (
        <CircleDialogs
          circle={data}
          open={open}
          newcomers={
            <>
              <CodeRow circleId={data.id} />
              <ByMailRow circle={data} onClose={() => setOpen(null)} />
            </>
          }
          onClose={() => setOpen(null)}
        />
      ) : null}
    </div>
  );
}
