import '../../features/account/account.css';
import { BrowserCard } from '../../features/account/browser-card.tsx';
import { ChoicesCard } from '../../features/account/choices-card.tsx';
import { DeleteCard } from '../../features/account/delete-card.tsx';
import { ExportCard } from '../../features/account/export-card.tsx';
import { FactorsCard } from '../../features/account/factors-card.tsx';
import { LanguageCard } from '../../features/account/preferences/language-card.tsx';
import { PrivacyCard } from '../../features/account/preferences/privacy-card.tsx';
import { ProfileCard } from '../../features/account/profile-card.tsx';
import { useNamedSection } from '../../features/account/section.ts';
import { SessionsCard } from '../../features/account/sessions-card.tsx';
import { SignInCard } from '../../features/account/sign-in-card.tsx';
import { TrialCard } from '../../features/account/trial-card.tsx';
import { UsageCard } from '../../features/account/usage-card.tsx';
import { VideoCard } from '../../features/account/video-card.tsx';
import { BlockedPeople } from '../../features/blocking/blocked-people.tsx';
import { MutedPeople } from '../../features/blocking/muted-people.tsx';
import { DeliveryCard } from '../../features/delivery/delivery-card.tsx';
import { FramesCard } from '../../features/frames/frames-card.tsx';
import { ImportCard } from '../../features/imports/import-card.tsx';
import { Billing } from '../../features/payments/billing.tsx';
import { PutAwayCard } from '../../features/timeline/put-away-card.tsx';
import { FullPage } from '../../ui/layout/layouts.tsx';
import { words } from '../../words/words.ts';

const texts = words.account;

export default function MyAccountPage() {
  useNamedSection();
  return (
    <FullPage back={{ href: '/profile', label: texts.back }} title={texts.title}>
      <div className="ag">
        <div className="stack g16">
          <ProfileCard />
          <SignInCard />
          <FactorsCard />
          <SessionsCard />
          <PrivacyCard>
            <BlockedPeople level={3} />
            <MutedPeople level={3} />
          </PrivacyCard>
          <LanguageCard />
          <ImportCard />
          <ExportCard />
          <BrowserCard />
        </div>
        <div className="stack g16">
          <TrialCard />
          <UsageCard />
          <Billing />
          <VideoCard />
          <FramesCard />
          <DeliveryCard />
          <PutAwayCard />
          <ChoicesCard />
          <DeleteCard />
        </div>
      </div>
    </FullPage>
  );
}
