import { AccountPage } from '../../features/account/account-page.tsx';
import { CameByMail } from '../../features/mailbox/by-mail/came-by-mail.tsx';
import { words } from '../../words/words.ts';

const texts = words.byMail.mails;

export default function MailsPage() {
  return (
    <AccountPage title={texts.title} intro={texts.intro}>
      <CameByMail />
    </AccountPage>
  );
}
