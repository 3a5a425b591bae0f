import { useQuery } from '@tanstack/react-query';
import * as site from '../../../../contract/site.ts';
import { useUser } from '../../../app/session.tsx';
import { queryFor } from '../../../data/query.ts';
import { words } from '../../../words/words.ts';

/** Says that a new second factor turns mails in the member's name off. */
export function MailsOff() {
  const { mailInMyName } = useUser();
  const { data } = useQuery(queryFor(site.config, {}));
  return data?.mailboxMembers && mailInMyName ? <p>{words.account.factors.mailsOff}</p> : null;
}
