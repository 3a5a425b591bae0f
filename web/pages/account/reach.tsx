import { useSendsNoMail } from '../../app/config.ts';
import { AccountPage } from '../../features/account/account-page.tsx';
import { EverythingElse } from '../../features/account/reach/everything-else.tsx';
import { useKinds } from '../../features/account/reach/kinds.ts';
import { PushRow } from '../../features/account/reach/push-row.tsx';
import { HourRow } from '../../features/delivery/hour-row.tsx';
import { useIntro } from '../../features/delivery/intro.tsx';
import { NewMoments } from '../../features/delivery/new-moments.tsx';
import { Rows } from '../../ui/layout/rows.tsx';
import { words } from '../../words/words.ts';

export default function ReachPage() {
  const kinds = useKinds();
  const intro = useIntro();
  const isUnmailed = useSendsNoMail();
  return (
    <AccountPage title={words.hub.reach} intro={intro}>
      {kinds.push || !isUnmailed ? (
        <Rows>
          {kinds.push ? <PushRow publicKey={kinds.push.publicKey} /> : null}
          {isUnmailed ? null : <HourRow />}
        </Rows>
      ) : null}
      <NewMoments />
      <EverythingElse kinds={kinds} />
    </AccountPage>
  );
}
