import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLocation, useParams } from 'wouter';
import * as blocking from '../../../contract/blocking.ts';
import * as members from '../../../contract/members.ts';
import { ApiError, errorText } from '../../data/api.ts';
import { BlockedProfile } from '../../features/blocking/blocked-profile.tsx';
import { OtherProfile } from '../../features/contacts/other-profile.tsx';
import { displayName, handle } from '../../ui/people/person-name.ts';
import { OwnProfile } from '../../features/members/own-profile.tsx';
import '../../features/members/profile.css';
import { ProfilePosts } from '../../features/posts/feed/profile-posts.tsx';
import { NothingHere } from '../../app/not-found.tsx';
import { queryKey, queryFor } from '../../data/query.ts';
import { useUser } from '../../app/session.tsx';
import { useTitle } from '../../app/page-title.ts';
import { Button } from '../../ui/form/button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';

const texts = words.profile;

/** `/profile` is one's own, `/profile/{username or id}` anybody's, one's own included. */
export default function ProfilePage() {
  const me = useUser();
  const { usernameOrId } = useParams();
  const asked = usernameOrId ?? me.id;
  const isOwn = asked === me.id || asked.toLowerCase() === me.username;
  return <Profile key={isOwn ? me.id : asked} asked={isOwn ? me.id : asked} isOwn={isOwn} />;
}

function Profile({ asked, isOwn }: { asked: string; isOwn: boolean }) {
  const me = useUser();
  const client = useQueryClient();
  const options = queryFor(members.profile, { usernameOrId: asked });
  const {
    data: member,
    error,
    refetch,
  } = useQuery({
    ...options,
    // No event announces changes of a bio, so always refetch.
    staleTime: 30_000,
    ...(isOwn && { placeholderData: { ...me, vouchedBy: null } }),
  });
  const gone = error instanceof ApiError && error.status === 404;
  useTitle(member && !gone && !isOwn ? displayName(member) : null);
  const refreshCount = useCallback(
    () => void client.invalidateQueries({ queryKey: queryKey(members.profile, { usernameOrId: asked }) }),
    [client, asked],
  );
  // A member who is no longer visible may still be in the cache; do not show them.
  if (gone) return <Gone asked={asked} onUnblocked={() => void refetch()} />;
  if (!member) {
    return (
      <main id="main">
        <div className="page stack g12 items-start">
          {error ? (
            <>
              <h1>{texts.failed}</h1>
              <p className="mut">{errorText(error, texts.failedText)}</p>
              <Button kind="quiet" onClick={() => void refetch()}>
                {words.ui.tryAgain}
              </Button>
            </>
          ) : (
            <Loading words={texts.loading} />
          )}
        </div>
      </main>
    );
  }
  return (
    <main id="main">
      <div className="pw">
        {isOwn ? <OwnProfile user={me} member={member} /> : <OtherProfile member={member} />}
        <ProfilePosts
          memberId={member.id}
          name={isOwn ? null : displayName(member)}
          title={isOwn ? texts.ownPosts : texts.postsBy({ name: handle(member) ?? displayName(member) })}
          onDeleted={refreshCount}
        />
      </div>
    </main>
  );
}

/** The same 404 page as for unknown URLs, except for the viewer's own blocks, which can be undone here. */
function Gone({ asked, onUnblocked }: { asked: string; onUnblocked: () => void }) {
  const [path] = useLocation();
  const blocks = useQuery(queryFor(blocking.list, {}));
  const blocked = blocks.data?.find(
    (person) => person.id === asked || person.username === asked.toLowerCase(),
  );
  if (blocks.isPending) return <main id="main" aria-busy="true" className="min-h-screen" />;
  return blocked ? (
    <BlockedProfile person={blocked} onUnblocked={onUnblocked} />
  ) : (
    <NothingHere path={path} signedIn />
  );
}
