import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { takeBack } from '../../../../contract/audience/take-back.ts';
import * as comments from '../../../../contract/comments.ts';
import * as mailbox from '../../../../contract/mailbox.ts';
import { useUser } from '../../../app/session.tsx';
import { api, toastError } from '../../../data/api.ts';
import { infiniteQueryFor, queryKey } from '../../../data/query.ts';
import { refreshPosts } from '../../../data/refresh-posts.ts';
import { Waiting } from '../../../data/waiting.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { MorePages } from '../../../ui/feedback/loading.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { LinkRow, Rows } from '../../../ui/layout/rows.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';
import { MailRow } from './mail-row.tsx';
import { useTurnOff } from './mails-switch.tsx';
import './by-mail.css';

const texts = words.byMail.mails;

const ReceiptsDialog = lazyComponent(() => import('./receipts-dialog.tsx'));

/** 'That wasn't me', until mails in the member's name no longer count. */
function NotMe({ hasMails }: { hasMails: boolean }) {
  const { mailInMyName } = useUser();
  const turnOff = useTurnOff();
  if (!mailInMyName)
    return (
      <Alert tone="warn" role="status">
        <b className="block">{texts.off}</b>
        {hasMails ? texts.offText : null}
      </Alert>
    );
  if (!hasMails) return null;
  return (
    <section className="card stack g12">
      <p>{texts.notMeText}</p>
      <div>
        <Button kind="danger-quiet" busy={turnOff.isPending} onClick={() => turnOff.mutate()}>
          {texts.notMe}
        </Button>
      </div>
    </section>
  );
}

/** Lists what came by mail in the member's name, and takes back what is ticked. */
export function CameByMail() {
  const client = useQueryClient();
  const [search] = useSearchParams();
  const query = useInfiniteQuery({
    ...infiniteQueryFor(mailbox.mailsInMyName, (place) => place),
    staleTime: 0,
  });
  // Hearts are in no list.
  const heart = search.get('heart');
  const mails = query.data?.pages.flatMap((page) => page.items) ?? [];
  // The one from whose notification the member came.
  const [ticked, setTicked] = useState<readonly string[]>(() =>
    ['post', 'comment'].flatMap((what) => search.get(what) ?? []),
  );
  const [receipts, setReceipts] = useState<readonly string[]>(() => search.getAll('receipt'));
  const chosen = mails.filter(({ id, isTakenBack }) => ticked.includes(id) && !isTakenBack);
  const made = useRef<string[]>([]);
  const take = useMutation({
    mutationFn: async (all: readonly mailbox.MailInMyName[]) => {
      made.current = [];
      for (const { kind, id } of all) {
        if (kind === 'comment') await api(comments.remove, { id });
        else made.current.push((await api(takeBack, { id })).id);
      }
    },
    onSuccess: (_, taken) => {
      setTicked((now) => now.filter((id) => !taken.some((mail) => mail.id === id)));
      toast({ title: texts.done({ count: taken.length }) });
    },
    onError: (error) => toastError(error, words.takingBack.didNotWork),
    onSettled: () => {
      // Also those of the mails before one that failed.
      setReceipts(made.current);
      return Promise.all([
        client.invalidateQueries({ queryKey: queryKey(mailbox.mailsInMyName, {}) }),
        refreshPosts(client),
      ]);
    },
  });
  return (
    <>
      <Waiting query={query} loading={words.controls.loading} failed={texts.failed} />
      {query.data && mails.length === 0 && heart === null ? (
        <div className="card">
          <EmptyState title={texts.empty} />
        </div>
      ) : null}
      {query.data ? <NotMe hasMails={mails.length > 0 || heart !== null} /> : null}
      {heart === null ? null : (
        <Rows>
          <LinkRow href={`/post/${heart}`} icon={Heart} title={texts.heart} note={texts.heartNote} />
        </Rows>
      )}
      {mails.length > 0 ? (
        <>
          <Rows>
            {mails.map((mail) => (
              <MailRow
                key={mail.id}
                mail={mail}
                checked={chosen.includes(mail)}
                onCheck={(on) =>
                  setTicked(on ? [...ticked, mail.id] : ticked.filter((other) => other !== mail.id))
                }
              />
            ))}
          </Rows>
          <MorePages query={query} />
          <div className="stack g8">
            <p className="small mut">{texts.takeBackText}</p>
            <div>
              <Button
                kind="danger"
                disabled={chosen.length === 0}
                busy={take.isPending}
                busyText={texts.taking}
                onClick={() => take.mutate(chosen)}
              >
                {texts.takeBack({ count: chosen.length })}
              </Button>
            </div>
          </div>
        </>
      ) : null}
      {receipts.length > 0 ? <ReceiptsDialog ids={receipts} onClose={() => setReceipts([])} /> : null}
    </>
  );
}
