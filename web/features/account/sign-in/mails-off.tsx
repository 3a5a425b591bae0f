import { useReceivesMail } from '../../../app/config.ts';
import { useUser } from '../../../app/session.tsx';
import { words } from '../../../words/words.ts';

/** Says that a new second factor turns mails in the member's name off. */
export function MailsOff() {
  const { mailInMyName } = useUser();
  const receivesMail = useReceivesMail();
  return receivesMail && mailInMyName ? <p>{words.account.factors.mailsOff}</p> : null;
}
