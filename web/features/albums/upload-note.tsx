import { Alert, Progress } from '../../ui/feedback/alert.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { type Item, isUnderWay } from '../../outbox/item.ts';
import { leaveOut } from '../../outbox/things.ts';
import { useItems, useLost } from '../../outbox/use-outbox.ts';
import { words } from '../../words/words.ts';
import { nameOf } from '../media/photo-sender.ts';
import { newAlbumPlace } from './album-places.ts';

const texts = words.albums;

const reasonOf = (item: Item): string => {
  const reason = item.problem?.text ?? words.ui.broken;
  return item.kind === 'photo' ? words.compose.photos.refused({ name: nameOf(item), reason }) : reason;
};

/** How far the photos of an album are, and what went wrong. */
export function UploadNote({ userId, place }: { userId: string; place: string }) {
  const items = useItems(userId, place);
  const isLost = useLost();
  const isNew = place === newAlbumPlace;
  const photos = items.filter(({ kind, state }) => kind === 'photo' && state !== 'refused');
  const refused = items.filter(({ problem }) => problem !== null);
  const filesRefused = refused.filter(({ kind }) => kind === 'photo').map(reasonOf);
  const requestsRefused = refused.filter(({ kind }) => kind !== 'photo').map(reasonOf);
  const added = items
    .filter(({ kind, state }) => kind !== 'photo' && state === 'arrived')
    .reduce((sum, { needs }) => sum + needs.length, 0);
  const total = photos.length + added;
  const isGoing = items.some(isUnderWay) || isNew;
  const uploaded = photos.filter(({ state }) => state === 'arrived').length;
  const done = added + uploaded;
  if (items.length === 0) return null;
  return (
    <div className="stack g12">
      {total > 0 && isGoing ? (
        <div className="stack g4">
          <Progress label={texts.upload} value={(done / total) * 100} />
          <p className="cap mut">
            {texts.ready({ done, total })}
            {isLost && photos.some(isUnderWay) ? ` · ${words.outbox.waits({ count: total })}` : null}
          </p>
        </div>
      ) : null}
      {refused.length > 0 ? (
        <Alert tone="warn" role="alert">
          <b>{texts.refused}</b> {[...filesRefused, ...new Set(requestsRefused)].join(' ')}
          <div className="row wrap g8 mt-2">
            {requestsRefused.length > 0 ? (
              <ButtonLink kind="quiet" size="sm" href="/on-its-way">
                {words.outbox.title}
              </ButtonLink>
            ) : (
              <Button kind="quiet" size="sm" onClick={() => leaveOut(items)}>
                {texts.giveUp}
              </Button>
            )}
          </div>
        </Alert>
      ) : null}
    </div>
  );
}
