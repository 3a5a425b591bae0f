import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { errorText } from '../../data/api.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { words } from '../../words/words.ts';

const texts = words.invitations.recent;

interface Try {
  number: number;
  email: string;
  /** Why the invitation could not be made; null if it was. */
  error: unknown;
  isUnmailed: boolean;
}

const recentKey = ['recent-invitations'] as const;

/** Invitations of this session, newest first. Signing out clears them. */
export const useRecentInvitations = () => {
  const client = useQueryClient();
  const { data: tries = [] } = useQuery<readonly Try[]>({
    queryKey: recentKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const add = (email: string, error: unknown, isUnmailed: boolean): void => {
    client.setQueryData<readonly Try[]>(recentKey, (before = []) => [
      { number: before.length, email, error, isUnmailed },
      ...before,
    ]);
  };
  return { tries, add };
};

/** Lists these invitations, each with whether it was mailed, or why not. */
export function RecentInvitations({ tries }: { tries: readonly Try[] }) {
  return (
    <section aria-labelledby="recent" className="mt-8">
      <h2 id="recent" className="text-h3">
        {texts.title}
      </h2>
      <p className="hint">{texts.note}</p>
      <ul className="list mt-1.5">
        {tries.map(({ number, email, error, isUnmailed }) => (
          <li key={number} className="row between py-3">
            <span className="grow">
              <span className="trunc block">{email}</span>
              {error === null ? null : (
                <span className="small text-danger-text">
                  {errorText(error, words.invitations.failedText)}
                </span>
              )}
            </span>
            {isUnmailed ? (
              <Badge>{words.invitations.unmailed.badge}</Badge>
            ) : (
              <Badge tone={error === null ? 'ok' : 'bad'} icon={error === null ? Check : X}>
                {error === null ? texts.sent : texts.failed}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
