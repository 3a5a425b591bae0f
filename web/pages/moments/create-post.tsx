import { Images } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { ComposeForm } from '../../features/posts/composer/compose-form.tsx';
import '../../features/posts/composer/compose.css';
import {
  changeDraft,
  clearDraft,
  isDraftEmpty,
  momentPlace,
  useDraft,
} from '../../features/posts/composer/draft.ts';
import { DraftBar } from '../../features/posts/composer/draft-bar.tsx';
import { useSharing } from '../../features/posts/composer/sharing.ts';
import { takeShared } from '../../features/posts/composer/take-shared.ts';
import { VerifyFirst } from '../../features/posts/composer/verify-first.tsx';
import { go } from '../../app/navigation.ts';
import { useUser } from '../../app/session.tsx';
import '../../app/waiting/register-kinds.ts';
import { useItems } from '../../outbox/use-outbox.ts';
import { ButtonLink } from '../../ui/form/links.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { timeOrDate } from '../../words/dates.ts';
import { words } from '../../words/words.ts';

const texts = words.compose;

/** Where a moment is written; only for those whose identity was verified. */
export default function CreatePostPage() {
  const client = useQueryClient();
  const me = useUser();
  const draft = useDraft(me.id);
  // A draft that comes back says so.
  const [from] = useState(draft.changedAt);
  const sharing = useSharing();
  const items = useItems(me.id, momentPlace);
  const isEmpty = draft.text.trim() === '' && items.length === 0;
  const search = useSearch();
  const isShared = search === 'shared';
  const circle = new URLSearchParams(search).get('circleId');
  useEffect(() => {
    if (circle === null) return;
    if (isDraftEmpty(me.id)) changeDraft({ circleIds: [circle] });
    go('/create-post', { replace: true });
  }, [circle, me.id]);
  useEffect(() => {
    if (!isShared) return;
    go('/create-post', { replace: true });
    void takeShared(client, me.id).then((isThere) => {
      if (!isThere) toast({ ...texts.shareAgain, tone: 'destructive' });
    });
  }, [client, isShared, me.id]);
  return (
    <>
      <main id="main" className="comp">
        <div className="comp-head">
          <h1>{texts.title}</h1>
          <ButtonLink kind="ghost" size="sm" flush href="/create-album" icon={Images}>
            {words.albums.make}
          </ButtonLink>
          {from === undefined || isEmpty ? null : (
            <p className="small mut">{texts.from({ when: timeOrDate(from) })}</p>
          )}
        </div>
        {me.isVerified ? <ComposeForm written={draft} sharing={sharing} /> : <VerifyFirst />}
      </main>
      <DraftBar
        isEmpty={isEmpty}
        question={texts.discardDialog}
        onDiscard={sharing.sent ? null : clearDraft}
      />
    </>
  );
}
