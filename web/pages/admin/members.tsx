import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { ManagedMember, MemberAct } from '../../../contract/moderation.ts';
import { errorText } from '../../data/api.ts';
import '../../features/members/directory.css';
import { SearchField } from '../../features/members/search-field.tsx';
import { useDebounced } from '../../features/members/search.ts';
import { AdminArea } from '../../features/moderation/admin-area.tsx';
import { managedOf } from '../../features/moderation/managed-members.ts';
import { MemberRow } from '../../features/moderation/member-row.tsx';
import { More } from '../../features/moderation/more.tsx';
import { useSession } from '../../app/session.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const texts = words.moderation.members;

const ActDialog = lazyComponent(() => import('../../features/moderation/act-dialog.tsx'));

/** Everybody with the state of their account, and what can be done about it. */
export default function AdminMembersPage() {
  const { user } = useSession();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<{ member: ManagedMember; action: MemberAct } | null>(null);
  const settled = useDebounced(typed.trim());
  const term = [...settled].length >= limits.searchMin ? settled : null;
  const list = useInfiniteQuery({
    ...managedOf(term),
    enabled: user?.isAdmin === true,
    placeholderData: keepPreviousData,
  });
  const members = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <AdminArea path="/admin/members" intro={texts.newest}>
      <div className="dsearch" role="search">
        <SearchField label={texts.search} placeholder={texts.placeholder} value={typed} onChange={setTyped} />
      </div>
      <p className="vh" role="status">
        {term !== null && list.data && !list.isFetching ? texts.shown({ count: members.length }) : null}
      </p>
      {list.isPending ? <Loading words={texts.loading} /> : null}
      {list.error ? <p role="alert">{errorText(list.error, texts.failed)}</p> : null}
      {list.data && members.length === 0 ? (
        <div className="card">
          <EmptyState title={texts.none} text={term === null ? undefined : texts.noneText({ term })} />
        </div>
      ) : null}
      {members.length > 0 ? (
        <ul className="card list max-w-200 py-1!">
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isMe={member.id === user?.id}
              onAct={(action) => setAsked({ member, action })}
            />
          ))}
        </ul>
      ) : null}
      <More query={list} />
      {asked ? <ActDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </AdminArea>
  );
}
