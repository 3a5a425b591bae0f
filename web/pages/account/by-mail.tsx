import { AtSign } from 'lucide-react';
import { useReceivesMail } from '../../app/config.ts';
import { useUser } from '../../app/session.tsx';
import { AccountPage } from '../../features/account/account-page.tsx';
import { Addresses } from '../../features/mailbox/by-mail/addresses.tsx';
import { MailsSwitch } from '../../features/mailbox/by-mail/mails-switch.tsx';
import { LinkRow, Rows } from '../../ui/layout/rows.tsx';
import { words } from '../../words/words.ts';

const texts = words.byMail;

/** Why the member has no addresses; null if they have. */
const useObstacle = (): string | null => {
  const { emailConfirmed, verificationStatus } = useUser();
  if (!emailConfirmed) return texts.unconfirmed;
  return verificationStatus === 'approved' ? null : texts.unverified;
};

export default function ByMailPage() {
  const { email, mailInMyName } = useUser();
  const receivesMail = useReceivesMail();
  const obstacle = useObstacle();
  if (receivesMail === false)
    return (
      <AccountPage title={texts.title}>
        <p className="mut">{texts.notReceived}</p>
      </AccountPage>
    );
  return (
    <AccountPage title={texts.title} intro={texts.intro({ email })}>
      <Rows>
        <MailsSwitch />
        <LinkRow href="/my-account/mails" icon={AtSign} title={texts.mails.title} note={texts.mails.intro} />
      </Rows>
      {mailInMyName && obstacle === null ? <Addresses /> : null}
      {mailInMyName && obstacle !== null ? <p className="mut">{obstacle}</p> : null}
    </AccountPage>
  );
}
