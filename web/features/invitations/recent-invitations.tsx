import { Check, X } from 'lucide-react';
import { wordsOf } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { words } from '../../words/words.ts';

const texts = words.invitations.recent;

export interface Try {
  number: number;
  email: string;
  /** Null when it was sent. */
  error: unknown;
}

/** What was sent from this page since it was opened, newest first. */
export function RecentInvitations({ tries }: { tries: readonly Try[] }) {
  return (
    <section aria-labelledby="recent" className="mt-8">
      <h2 id="recent" className="text-h3">
        {texts.title}
      </h2>
      <p className="hint">{texts.note}</p>
      <ul className="list mt-1.5">
        {tries.map(({ number, email, error }) => (
          <li key={number} className="row between py-3">
            <span className="grow">
              <span className="trunc block">{email}</span>
              {error === null ? null : (
                <span className="small text-danger-text">{wordsOf(error, words.invitations.failedText)}</span>
              )}
            </span>
            <Badge tone={error === null ? 'ok' : 'bad'} icon={error === null ? Check : X}>
              {error === null ? texts.sent : texts.failed}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
