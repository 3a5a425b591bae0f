import { AtSign } from 'lucide-react';
import { useReceivesMail } from '../../../app/config.ts';
import { useUser } from '../../../app/session.tsx';
import { LinkRow, Rows } from '../../../ui/layout/rows.tsx';
import { words } from '../../../words/words.ts';

const texts = words.byMail;

/** Leads to the addresses, where mail is received. In a circle's settings it stands alone, and leads to its address first. */
export default function AddressesRow({ circle }: { circle?: { id: string } }) {
  const { mailInMyName } = useUser();
  const receivesMail = useReceivesMail();
  if (!receivesMail) return null;
  const row = (
    <LinkRow
      href={circle ? `/my-account/by-mail?circle=${circle.id}` : '/my-account/by-mail'}
      icon={AtSign}
      title={texts.title}
      state={texts.state({ on: mailInMyName })}
    />
  );
  return circle ? <Rows>{row}</Rows> : row;
}
